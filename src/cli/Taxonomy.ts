import * as Command from "effect/cli/Command"

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
      { group: "Check and read", commands: await loadCommands(words, readingCommands, readingTexts) },
      { group: "Edit the sources", commands: await loadCommands(words, editingCommands, editingTexts) },
      { group: "Maintain releases", commands: await loadCommands(words, releaseCommands, releaseTexts) },
      { group: "Sign the log", commands: await loadCommands(words, signingCommands, signingTexts) },
      { group: "Prove what was published", commands: await loadCommands(words, provingCommands, provingTexts) },
      { group: "Serve", commands: await loadCommands(words, servingCommands, servingTexts) }
    ])
  )

const readingCommands = [
  lazyCommand("check", async () => (await import("./check/Check.ts")).checkCommand),
  lazyCommand("diff", async () => (await import("./read/Diff.ts")).diffCommand),
  lazyCommand("history", async () => (await import("./read/History.ts")).historyCommand),
  lazyCommand("export", async () => (await import("./read/Export.ts")).exportCommand),
  lazyCommand("due", async () => (await import("./removal/Due.ts")).dueCommand),
  lazyCommand("when", async () => (await import("./removal/Due.ts")).whenCommand),
  lazyCommand("uses", async () => (await import("./read/Uses.ts")).usesCommand),
  lazyCommand("find", async () => (await import("./read/Find.ts")).findCommand),
  lazyCommand("translations", async () => (await import("./read/Translations.ts")).translationsCommand),
  lazyCommand("plan", async () => (await import("./removal/Plan.ts")).planCommand),
  lazyCommand("impact", async () => (await import("./check/Impact.ts")).impactCommand),
  lazyCommand("permits", async () => (await import("./read/Meaning.ts")).permitsCommand),
  lazyCommand("covers", async () => (await import("./read/Meaning.ts")).coversCommand),
  lazyCommand("terms", async () => (await import("./read/Terms.ts")).termsCommand),
  lazyCommand("clash", async () => (await import("./check/Clash.ts")).clashCommand),
  lazyCommand("explore", async () => (await import("./read/Explore.ts")).exploreCommand),
  lazyCommand("site", async () => (await import("./read/Explore.ts")).siteCommand),
  lazyCommand("rules", async () => (await import("./check/Rules.ts")).rulesCommand),
  lazyCommand("explain", async () => (await import("./check/Rules.ts")).explainCommand),
  lazyCommand("schemas", async () => (await import("./read/Schemas.ts")).schemasCommand)
]

const readingTexts = {
  check: "Check the working tree: changes, required version bump and findings. Writes nothing without --fix",
  diff: "Show the changes between two versions, git revisions or the working tree",
  history: "Show the release history of the taxonomy or of one item",
  export:
    "Write the taxonomy in another format: its values as a table, a reference in Markdown, types, linked data, or an OpenAPI document",
  due: "List what can be removed, now or later, with the API versions that end and withdrawn releases",
  when: "Show when an item can be removed: the release, the releases before it, and the day",
  uses: "List the base licenses, conflict rules and replacements that name an item",
  find: "Search codes, labels, descriptions, definitions, translations and reasons, also those of removed items",
  translations: "Count the translated texts of each language, and list what is missing or stale",
  plan: "Rehearse the releases and dates that lead to a removal. Writes nothing",
  impact: "Count the contracts that the working tree or a release breaks or deprecates, by item",
  permits: "Answer whether a license permits a use, with reasons, as far as the codes say",
  covers: "Answer whether all that one license allows may be done under another, such as a license and its sublicense",
  terms:
    "Write the terms of a license, a config or a contract in sentences, with the definitions, for people: a term sheet",
  clash: "Compare the contracts of each licensor: which of them clash, as far as the codes say",
  explore: "Show the working tree and the releases in a browser on this machine, and follow each save",
  site: "Write a static site that shows every release in a browser",
  rules: "List all checks of sources and releases",
  explain: "Explain a check: what it requires, why, and how to fix a finding",
  schemas: "Write JSON Schemas of the sources, with which text editors complete and verify codes"
}

const editingCommands = [
  lazyCommand("format", async () => (await import("./edit/Format.ts")).formatCommand),
  lazyCommand("import", async () => (await import("./edit/Import.ts")).importCommand),
  lazyGroup("new", (words) => loadCommands(words, newCommands, newTexts), {
    'taxonomy new value product_categories/PADEL --label "Padel" --description "Rackets, balls and courts."':
      "Add a value",
    "taxonomy new license --help": "Show the options for adding a base license"
  }),
  lazyCommand("set", async () => (await import("./edit/Set.ts")).setCommand),
  lazyCommand("deprecate", async () => (await import("./edit/Deprecate.ts")).deprecateCommand),
  lazyCommand("move", async () => (await import("./edit/Deprecate.ts")).moveCommand),
  lazyCommand("split", async () => (await import("./edit/Deprecate.ts")).splitCommand),
  lazyCommand("merge", async () => (await import("./edit/Deprecate.ts")).mergeCommand),
  lazyCommand("waive", async () => (await import("./edit/Waive.ts")).waiveCommand)
]

const editingTexts = {
  format: "Format the sources: indentation, quotes, spaces, blank lines, line ends, order of keys",
  import:
    "Add and change values as they were edited in an exported table. Other values stay, and so do newer texts of the sources",
  new: "Add a value, dimension, base license or conflict rule to the sources",
  set: "Set or remove a key of an item or of taxonomy.yaml: a text, a list of texts, or true or false",
  deprecate: "Deprecate a dimension, value or base license, or change its deprecation",
  move: "Move a value to another dimension, or rename a value or license: copy it, and deprecate the old one",
  split: "Split an item: add the values that do not exist, and deprecate the old one",
  merge: "Merge items into one: add it if it does not exist, and deprecate the others",
  waive: "Write an exception that somebody approved into waivers.yaml"
}

const newCommands = [
  lazyCommand("value", async () => (await import("./edit/New.ts")).newValueCommand),
  lazyCommand("dimension", async () => (await import("./edit/New.ts")).newDimensionCommand),
  lazyCommand("license", async () => (await import("./edit/New.ts")).newLicenseCommand),
  lazyCommand("rule", async () => (await import("./edit/New.ts")).newRuleCommand)
]

const newTexts = {
  value: "Add a value to a dimension, where the order of its list wants it",
  dimension: "Add a dimension with its values",
  license: "Add a base license",
  rule: "Add a conflict rule: it forbids a combination, or demands something in a case"
}

const releaseCommands = [
  lazyCommand("verify", async () => (await import("./release/Verify.ts")).verifyCommand),
  lazyCommand("rebuild", async () => (await import("./release/Verify.ts")).rebuildCommand),
  lazyCommand("end-of-life", async () => (await import("./release/Lifecycle.ts")).endOfLifeCommand),
  lazyCommand("withdraw", async () => (await import("./release/Lifecycle.ts")).withdrawCommand)
]

const releaseTexts = {
  verify: "Replay the ledger, rebuild every artifact and compare it with the file on disk",
  rebuild: "Write missing artifacts from the ledger",
  "end-of-life": "End a major version that has a newer one. Its releases are still served",
  withdraw: "Withdraw a release that turned out wrong. Nothing is deleted"
}

const signingCommands = [
  lazyCommand("log-key", async () => (await import("./log/LogSign.ts")).logKeyCommand),
  lazyCommand("log-sign", async () => (await import("./log/LogSign.ts")).logSignCommand)
]

const signingTexts = {
  "log-key": "Make a key that signs the log. Prints the verifier key, which readers need",
  "log-sign": "Sign the log as it is, with the keys in TAXONOMY_LOG_KEY"
}

const provingCommands = [
  lazyCommand("prove", async () => (await import("./log/Prove.ts")).proveCommand),
  lazyCommand("verify-proof", async () => (await import("./log/VerifyProof.ts")).verifyProofCommand),
  lazyCommand("cosign", async () => (await import("./log/LogSign.ts")).cosignCommand)
]

const provingTexts = {
  prove: "Write the proof that a license, the dimensions or the schema were published in a release",
  "verify-proof": "Verify that a file was published as its proof says, without a repository or a network",
  cosign: "Cosign the checkpoint as a witness, with the key in TAXONOMY_WITNESS_KEY"
}

const servingCommands = [
  lazyCommand("mirror", async () => (await import("./release/Mirror.ts")).mirrorCommand),
  lazyCommand("serve", async () => (await import("./serve/Serve.ts")).serveCommand),
  lazyCommand("start", async () => (await import("./serve/Start.ts")).startCommand),
  lazyCommand("mcp", async () => (await import("./serve/Mcp.ts")).mcpCommand),
  lazyGroup("keys", (words) => loadCommands(words, keysCommands, keysTexts), {
    "taxonomy keys list": "List all keys",
    "taxonomy keys issue --help": "Show the options for issuing a key"
  }),
  lazyGroup("hooks", (words) => loadCommands(words, hooksCommands, hooksTexts), {
    "taxonomy hooks list": "List all hooks",
    "taxonomy hooks add --help": "Show the options for adding a hook"
  }),
  lazyCommand("notify", async () => (await import("./hooks/Notify.ts")).notifyCommand)
]

const servingTexts = {
  mirror: "Copy published releases from a static HTTP server, and verify them",
  serve: "Serve the published releases over HTTP to holders of API keys",
  start: "Verify the releases, then serve them on this machine with a development key",
  mcp: "Answer agents over standard input and output by the Model Context Protocol: search, look up, validate, compare",
  keys: "Issue, rotate, change, revoke and list API keys, and sign their ledger",
  hooks: "Subscribe addresses to releases, deprecations and withdrawals, and list and test the subscriptions",
  notify: "Deliver what is published to the subscribed addresses, as signed webhooks"
}

/** The operator's commands for API keys (service spec, section 5). */
const keysCommands = [
  lazyCommand("issue", async () => (await import("./keys/ChangeKeys.ts")).issueKey),
  lazyCommand("list", async () => (await import("./keys/ReadKeys.ts")).listKeys),
  lazyCommand("show", async () => (await import("./keys/ReadKeys.ts")).showKey),
  lazyCommand("usage", async () => (await import("./keys/Usage.ts")).keyUsage),
  lazyCommand("rotate", async () => (await import("./keys/ChangeKeys.ts")).rotateKey),
  lazyCommand("change", async () => (await import("./keys/ChangeKeys.ts")).changeKey),
  lazyCommand("revoke", async () => (await import("./keys/ChangeKeys.ts")).revokeKey),
  lazyCommand("sign", async () => (await import("./keys/KeyLedger.ts")).signKeys),
  lazyCommand("verify", async () => (await import("./keys/KeyLedger.ts")).verifyKeys),
  lazyCommand("migrate", async () => (await import("./keys/KeyLedger.ts")).migrateKeys)
]

const keysTexts = {
  issue: "Issue an API key and print it, once",
  list: "List the API keys. Marks active keys older than 90 days",
  show: "Show the record of an API key, without the key itself",
  usage: "List which API keys read or pinned a release, and which named a deprecated item",
  rotate: "Issue the successor of an API key. The old key stays active until it is revoked",
  change: "Change the tier, contact or expiry of an API key. Running servers apply it within a second",
  revoke: "Revoke an API key permanently. Running servers reject it within a second",
  sign: "Sign the key ledger as it is, with the keys in TAXONOMY_KEYS_LOG_KEY",
  verify: "Verify the key ledger and its signatures, and list the events that nobody has signed",
  migrate: "Create the tables of the key ledger in a database, so that other users need fewer privileges, and move keys"
}

/** The operator's commands for webhooks (service spec, section 6). */
const hooksCommands = [
  lazyCommand("add", async () => (await import("./hooks/ChangeHooks.ts")).addHook),
  lazyCommand("list", async () => (await import("./hooks/ReadHooks.ts")).listHooks),
  lazyCommand("show", async () => (await import("./hooks/ReadHooks.ts")).showHook),
  lazyCommand("test", async () => (await import("./hooks/ReadHooks.ts")).testHook),
  lazyCommand("rotate", async () => (await import("./hooks/ChangeHooks.ts")).rotateHook),
  lazyCommand("pause", async () => (await import("./hooks/ChangeHooks.ts")).pauseHook),
  lazyCommand("resume", async () => (await import("./hooks/ChangeHooks.ts")).resumeHook),
  lazyCommand("remove", async () => (await import("./hooks/ChangeHooks.ts")).removeHook)
]

const hooksTexts = {
  add: "Subscribe an address to what is published from now on, and print its secrets, once",
  list: "List the hooks, with why some of them get nothing",
  show: "Show a hook and its deliveries, without its secrets",
  test: "Send a signed test message to a hook now",
  rotate: "Give a hook new secrets and print them, once. The old ones sign, too, for a while",
  pause: "Keep the messages to a hook back until it is resumed",
  resume: "Deliver the messages that were kept back, in order",
  remove: "End a hook for good"
}

/** A row of a registry: the name of a command, what help shows of it, and how to load the rest. */
function lazyCommand<const Name extends string, Input, Context, E, R>(
  name: Name,
  /** Loads the command. Of its own subcommands, it loads those that the following words of the command line name. */
  load: (words: ReadonlyArray<string>) => Promise<Command.Command<Name, Input, Context, E, R>>
) {
  return {
    name,
    stub: (description: string) => Command.withDescription(Command.make(name), description),
    load: async (description: string, words: ReadonlyArray<string>) =>
      Command.withDescription(await load(words), description)
  }
}

/** The row of a command that has nothing but subcommands. */
function lazyGroup<const Name extends string, Subcommand extends Command.Command.Any>(
  name: Name,
  load: (words: ReadonlyArray<string>) => Promise<ReadonlyArray<Subcommand>>,
  examples: Readonly<Record<string, string>>
) {
  return lazyCommand(name, async (words) =>
    Command.make(name).pipe(
      Command.withExamples(Object.entries(examples).map(([command, description]) => ({ command, description }))),
      Command.withSubcommands(await load(words))
    )
  )
}

interface LazyCommand {
  readonly name: string
  readonly stub: (description: string) => Command.Command.Any
  readonly load: (description: string, words: ReadonlyArray<string>) => Promise<Command.Command.Any>
}

type Made<Row extends LazyCommand> = ReturnType<Row["stub"]> | Awaited<ReturnType<Row["load"]>>

/** Loads the command that a command line begins with. The others keep to what help shows of them. */
const loadCommands = <Row extends LazyCommand>(
  words: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>,
  descriptions: { readonly [Name in Row["name"]]: string }
): Promise<ReadonlyArray<Made<Row>>> => {
  // A completion script contains the options of all commands.
  const needsAll = words.some((word) => word.startsWith("--completions"))
  const [first = ""] = words
  // Options of the program may come before the command.
  const named = rows.some(({ name }) => name === first) ? [first] : words
  return Promise.all(
    rows.map(async (row) => {
      const name: Row["name"] = row.name
      const following = needsAll ? words : words.slice(words.indexOf(name) + 1)
      const isLoaded = needsAll || named.includes(name)
      const made = isLoaded ? await row.load(descriptions[name], following) : row.stub(descriptions[name])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a row returns is a command of the row
      return made as Made<Row>
    })
  )
}
