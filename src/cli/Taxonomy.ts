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
    Command.withSubcommands(needsAll ? await loadAll() : ([await commands[word]()] as const))
  )
}

/** The registry of subcommands. */
const commands = {
  check: async () => (await import("./commands/Check.ts")).checkCommand,
  diff: async () => (await import("./commands/Diff.ts")).diffCommand,
  history: async () => (await import("./commands/History.ts")).historyCommand,
  verify: async () => (await import("./commands/Verify.ts")).verifyCommand,
  rebuild: async () => (await import("./commands/Rebuild.ts")).rebuildCommand,
  rules: async () => (await import("./commands/Rules.ts")).rulesCommand,
  explain: async () => (await import("./commands/Explain.ts")).explainCommand,
  "end-of-life": async () => (await import("./commands/EndOfLife.ts")).endOfLifeCommand,
  withdraw: async () => (await import("./commands/Withdraw.ts")).withdrawCommand,
  serve: async () => (await import("./commands/Serve.ts")).serveCommand,
  start: async () => (await import("./commands/Start.ts")).startCommand,
  keys: async () => (await import("./keys/KeysCommand.ts")).keysCommand
} as const

const loadAll = () => Promise.all(Struct.keys(commands).map((name) => commands[name]()))

const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word)
