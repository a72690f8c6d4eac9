import * as Command from "effect/cli/Command"
import * as Struct from "effect/Struct"

/**
 * Makes the command `taxonomy` with the subcommand that the arguments begin with, or with all of them. Each subcommand
 * is loaded on demand, because editors run `taxonomy check` after every save and wait for its start.
 */
export const makeTaxonomyCommand = async (args: ReadonlyArray<string>) => {
  const [word] = args
  // A completion script needs all subcommands.
  const needsAll = !isCommand(word) || args.some((argument) => argument.startsWith("--completions"))
  return Command.make("taxonomy").pipe(
    Command.withDescription("Publish, verify and serve the releases of a licensing taxonomy"),
    Command.withExamples([
      { command: "taxonomy check", description: "Check the working tree" },
      { command: "taxonomy check --help", description: "Options and examples of a command" },
      { command: "taxonomy start", description: "Serve the releases on this machine" }
    ]),
    Command.withSubcommands(needsAll ? groupCommands(await loadAll()) : ([await commands[word]()] as const))
  )
}

/** The registry of subcommands. */
const commands = {
  check: async () => (await import("./check/Check.ts")).checkCommand,
  diff: async () => (await import("./changes/Diff.ts")).diffCommand,
  history: async () => (await import("./changes/History.ts")).historyCommand,
  format: async () => (await import("./sources/Format.ts")).formatCommand,
  export: async () => (await import("./sources/Export.ts")).exportCommand,
  import: async () => (await import("./sources/Import.ts")).importCommand,
  due: async () => (await import("./removal/Due.ts")).dueCommand,
  when: async () => (await import("./removal/When.ts")).whenCommand,
  uses: async () => (await import("./lookup/Uses.ts")).usesCommand,
  find: async () => (await import("./lookup/Find.ts")).findCommand,
  translations: async () => (await import("./lookup/Translations.ts")).translationsCommand,
  plan: async () => (await import("./removal/Plan.ts")).planCommand,
  impact: async () => (await import("./contracts/Impact.ts")).impactCommand,
  explore: async () => (await import("./explore/Explore.ts")).exploreCommand,
  site: async () => (await import("./explore/Site.ts")).siteCommand,
  verify: async () => (await import("./release/Verify.ts")).verifyCommand,
  rebuild: async () => (await import("./release/Rebuild.ts")).rebuildCommand,
  rules: async () => (await import("./check/Rules.ts")).rulesCommand,
  explain: async () => (await import("./check/Explain.ts")).explainCommand,
  schemas: async () => (await import("./sources/Schemas.ts")).schemasCommand,
  new: async () => (await import("./edit/new/NewCommand.ts")).newCommand,
  deprecate: async () => (await import("./edit/Deprecate.ts")).deprecateCommand,
  move: async () => (await import("./edit/Move.ts")).moveCommand,
  split: async () => (await import("./edit/Split.ts")).splitCommand,
  merge: async () => (await import("./edit/Merge.ts")).mergeCommand,
  waive: async () => (await import("./edit/Waive.ts")).waiveCommand,
  "end-of-life": async () => (await import("./release/EndOfLife.ts")).endOfLifeCommand,
  withdraw: async () => (await import("./release/Withdraw.ts")).withdrawCommand,
  "log-key": async () => (await import("./log/LogKey.ts")).logKeyCommand,
  "log-sign": async () => (await import("./log/LogSign.ts")).logSignCommand,
  prove: async () => (await import("./proofs/Prove.ts")).proveCommand,
  "verify-proof": async () => (await import("./proofs/VerifyProof.ts")).verifyProofCommand,
  cosign: async () => (await import("./proofs/Cosign.ts")).cosignCommand,
  mirror: async () => (await import("./mirror/Mirror.ts")).mirrorCommand,
  serve: async () => (await import("./serve/Serve.ts")).serveCommand,
  start: async () => (await import("./serve/Start.ts")).startCommand,
  keys: async () => (await import("./keys/KeysCommand.ts")).keysCommand
} as const

/** The groups of the help page. Commands that no group names only read. */
const groups: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Edit the sources": ["new", "deprecate", "move", "split", "merge", "waive", "format", "import"],
  "Maintain releases": ["verify", "rebuild", "end-of-life", "withdraw"],
  "Sign the log": ["log-key", "log-sign"],
  "Prove what was published": ["prove", "verify-proof", "cosign"],
  Serve: ["mirror", "serve", "start", "keys"]
}

const groupCommands = <A extends { readonly name: string }>(all: ReadonlyArray<A>) => {
  const named = new Set(Object.values(groups).flat())
  return [
    { group: "Check and read", commands: nonEmpty(all.filter(({ name }) => !named.has(name))) },
    ...Object.entries(groups).map(([group, names]) => ({
      group,
      commands: nonEmpty(all.filter(({ name }) => names.includes(name)))
    }))
  ]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every group names a command of the registry
const nonEmpty = <A>(items: ReadonlyArray<A>) => items as readonly [A, ...Array<A>]

const loadAll = () => Promise.all(Struct.keys(commands).map((name) => commands[name]()))

const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word)
