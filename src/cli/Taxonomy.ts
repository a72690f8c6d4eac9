import * as Command from "effect/cli/Command"
import { lazyCommand, loadCommands } from "./LazyCommand.ts"

/**
 * Makes the command `taxonomy` for a command line. Of the subcommands, only the one that is named is loaded, because editors
 * run `taxonomy check` after every save and wait for its start.
 */
export const makeTaxonomyCommand = async (words: ReadonlyArray<string>) =>
  Command.make("taxonomy").pipe(
    Command.withDescription("Publish, verify and serve the releases of a licensing taxonomy"),
    Command.withExamples([
      { command: "taxonomy check", description: "Check the working tree" },
      { command: "taxonomy check --help", description: "Options and examples of a command" },
      { command: "taxonomy start", description: "Serve the releases on this machine" }
    ]),
    Command.withSubcommands([
      { group: "Check and read", commands: await loadCommands(readingCommands, words) },
      { group: "Edit the sources", commands: await loadCommands(editingCommands, words) },
      { group: "Maintain releases", commands: await loadCommands(releaseCommands, words) },
      { group: "Sign the log", commands: await loadCommands(signingCommands, words) },
      { group: "Prove what was published", commands: await loadCommands(provingCommands, words) },
      { group: "Serve", commands: await loadCommands(servingCommands, words) }
    ])
  )

const readingCommands = [
  lazyCommand(
    "check",
    "Check the working tree: changes, required version bump and findings. Writes nothing without --fix",
    async () => (await import("./check/Check.ts")).checkCommand
  ),
  lazyCommand(
    "diff",
    "Show the changes between two versions, git revisions or the working tree",
    async () => (await import("./read/Diff.ts")).diffCommand
  ),
  lazyCommand(
    "history",
    "Show the release history of the taxonomy or of one item",
    async () => (await import("./read/History.ts")).historyCommand
  ),
  lazyCommand(
    "export",
    "Write the taxonomy in another format: its values as a table, a reference in Markdown, types, linked data, or an OpenAPI document",
    async () => (await import("./read/Export.ts")).exportCommand
  ),
  lazyCommand(
    "due",
    "List what can be removed, now or later, with the API versions that end and withdrawn releases",
    async () => (await import("./removal/Due.ts")).dueCommand
  ),
  lazyCommand(
    "when",
    "Show when an item can be removed: the release, the releases before it, and the day",
    async () => (await import("./removal/When.ts")).whenCommand
  ),
  lazyCommand(
    "uses",
    "List the base licenses, conflict rules and replacements that name an item",
    async () => (await import("./read/Uses.ts")).usesCommand
  ),
  lazyCommand(
    "find",
    "Search codes, labels, descriptions, definitions, translations and reasons, also those of removed items",
    async () => (await import("./read/Find.ts")).findCommand
  ),
  lazyCommand(
    "translations",
    "Count the translated texts of each language, and list what is missing or stale",
    async () => (await import("./read/Translations.ts")).translationsCommand
  ),
  lazyCommand(
    "plan",
    "Rehearse the releases and dates that lead to a removal. Writes nothing",
    async () => (await import("./removal/Plan.ts")).planCommand
  ),
  lazyCommand(
    "impact",
    "Count the contracts that the working tree or a release breaks or deprecates, by item",
    async () => (await import("./check/Impact.ts")).impactCommand
  ),
  lazyCommand(
    "explore",
    "Show the working tree and the releases in a browser on this machine, and follow each save",
    async () => (await import("./read/Explore.ts")).exploreCommand
  ),
  lazyCommand(
    "site",
    "Write a static site that shows every release in a browser",
    async () => (await import("./read/Site.ts")).siteCommand
  ),
  lazyCommand(
    "rules",
    "List all checks of sources and releases",
    async () => (await import("./check/Rules.ts")).rulesCommand
  ),
  lazyCommand(
    "explain",
    "Explain a check: what it requires, why, and how to fix a finding",
    async () => (await import("./check/Explain.ts")).explainCommand
  ),
  lazyCommand(
    "schemas",
    "Write JSON Schemas of the sources, with which text editors complete and verify codes",
    async () => (await import("./read/Schemas.ts")).schemasCommand
  )
]

const editingCommands = [
  lazyCommand(
    "format",
    "Format the sources: indentation, quotes, spaces, blank lines, line ends, order of keys",
    async () => (await import("./edit/Format.ts")).formatCommand
  ),
  lazyCommand(
    "import",
    "Add and change values as they were edited in an exported table. Other values stay, and so do newer texts of the sources",
    async () => (await import("./edit/Import.ts")).importCommand
  ),
  lazyCommand("new", "Add a value, dimension, base license or conflict rule to the sources", async (words) =>
    Command.make("new").pipe(
      Command.withExamples([
        {
          command:
            'taxonomy new value exclusive_categories/PADEL --label "Padel" --description "Rackets, balls and courts."',
          description: "Add a value"
        },
        { command: "taxonomy new license --help", description: "Show the options for adding a base license" }
      ]),
      Command.withSubcommands(await loadCommands(newCommands, words))
    )
  ),
  lazyCommand(
    "deprecate",
    "Deprecate a dimension, value or base license, or change its deprecation",
    async () => (await import("./edit/Deprecate.ts")).deprecateCommand
  ),
  lazyCommand(
    "move",
    "Move a value to another dimension, or rename a value or license: copy it, and deprecate the old one",
    async () => (await import("./edit/Move.ts")).moveCommand
  ),
  lazyCommand(
    "split",
    "Split an item: add the values that do not exist, and deprecate the old one",
    async () => (await import("./edit/Split.ts")).splitCommand
  ),
  lazyCommand(
    "merge",
    "Merge items into one: add it if it does not exist, and deprecate the others",
    async () => (await import("./edit/Merge.ts")).mergeCommand
  ),
  lazyCommand(
    "waive",
    "Write an exception that somebody approved into waivers.yaml",
    async () => (await import("./edit/Waive.ts")).waiveCommand
  )
]

const newCommands = [
  lazyCommand(
    "value",
    "Add a value to a dimension, where the order of its list wants it",
    async () => (await import("./edit/NewValue.ts")).newValueCommand
  ),
  lazyCommand(
    "dimension",
    "Add a dimension with its values",
    async () => (await import("./edit/NewDimension.ts")).newDimensionCommand
  ),
  lazyCommand("license", "Add a base license", async () => (await import("./edit/NewLicense.ts")).newLicenseCommand),
  lazyCommand(
    "rule",
    "Add a conflict rule: a config that meets all conditions is invalid",
    async () => (await import("./edit/NewRule.ts")).newRuleCommand
  )
]

const releaseCommands = [
  lazyCommand(
    "verify",
    "Replay the ledger, rebuild every artifact and compare it with the file on disk",
    async () => (await import("./release/Verify.ts")).verifyCommand
  ),
  lazyCommand(
    "rebuild",
    "Write missing artifacts from the ledger",
    async () => (await import("./release/Rebuild.ts")).rebuildCommand
  ),
  lazyCommand(
    "end-of-life",
    "End a major version that has a newer one. Its releases are still served",
    async () => (await import("./release/EndOfLife.ts")).endOfLifeCommand
  ),
  lazyCommand(
    "withdraw",
    "Withdraw a release that turned out wrong. Nothing is deleted",
    async () => (await import("./release/Withdraw.ts")).withdrawCommand
  )
]

const signingCommands = [
  lazyCommand(
    "log-key",
    "Make a key that signs the log. Prints the verifier key, which readers need",
    async () => (await import("./log/LogKey.ts")).logKeyCommand
  ),
  lazyCommand(
    "log-sign",
    "Sign the log as it is, with the keys in TAXONOMY_LOG_KEY",
    async () => (await import("./log/LogSign.ts")).logSignCommand
  )
]

const provingCommands = [
  lazyCommand(
    "prove",
    "Write the proof that a license, the dimensions or the schema were published in a release",
    async () => (await import("./log/Prove.ts")).proveCommand
  ),
  lazyCommand(
    "verify-proof",
    "Verify that a file was published as its proof says, without a repository or a network",
    async () => (await import("./log/VerifyProof.ts")).verifyProofCommand
  ),
  lazyCommand(
    "cosign",
    "Cosign the checkpoint as a witness, with the key in TAXONOMY_WITNESS_KEY",
    async () => (await import("./log/Cosign.ts")).cosignCommand
  )
]

const servingCommands = [
  lazyCommand(
    "mirror",
    "Copy published releases from a static HTTP server, and verify them",
    async () => (await import("./serve/Mirror.ts")).mirrorCommand
  ),
  lazyCommand(
    "serve",
    "Serve the published releases over HTTP to holders of API keys",
    async () => (await import("./serve/Serve.ts")).serveCommand
  ),
  lazyCommand(
    "start",
    "Verify the releases, then serve them on this machine with a development key",
    async () => (await import("./serve/Start.ts")).startCommand
  ),
  lazyCommand("keys", "Issue, rotate, change, revoke and list API keys, and sign their ledger", async (words) =>
    Command.make("keys").pipe(
      Command.withExamples([
        { command: "taxonomy keys list", description: "List all keys" },
        { command: "taxonomy keys issue --help", description: "Show the options for issuing a key" }
      ]),
      Command.withSubcommands(await loadCommands(keysCommands, words))
    )
  )
]

/** The operator's commands for API keys (service spec, section 5). */
const keysCommands = [
  lazyCommand(
    "issue",
    "Issue an API key and print it, once",
    async () => (await import("./keys/IssueKey.ts")).issueKey
  ),
  lazyCommand(
    "list",
    "List the API keys. Marks active keys older than 90 days",
    async () => (await import("./keys/ListKeys.ts")).listKeys
  ),
  lazyCommand(
    "show",
    "Show the record of an API key, without the key itself",
    async () => (await import("./keys/ShowKey.ts")).showKey
  ),
  lazyCommand(
    "rotate",
    "Issue the successor of an API key. The old key stays active until it is revoked",
    async () => (await import("./keys/RotateKey.ts")).rotateKey
  ),
  lazyCommand(
    "change",
    "Change the tier, contact or expiry of an API key. Running servers apply it within a second",
    async () => (await import("./keys/ChangeKey.ts")).changeKey
  ),
  lazyCommand(
    "revoke",
    "Revoke an API key permanently. Running servers reject it within a second",
    async () => (await import("./keys/RevokeKey.ts")).revokeKey
  ),
  lazyCommand(
    "sign",
    "Sign the key ledger as it is, with the keys in TAXONOMY_KEYS_LOG_KEY",
    async () => (await import("./keys/SignKeys.ts")).signKeys
  ),
  lazyCommand(
    "verify",
    "Verify the key ledger and its signatures, and list the events that nobody has signed",
    async () => (await import("./keys/VerifyKeys.ts")).verifyKeys
  ),
  lazyCommand(
    "migrate",
    "Create the tables of the key ledger in a database, so that other users need fewer privileges, and move keys",
    async () => (await import("./keys/MigrateKeys.ts")).migrateKeys
  )
]
