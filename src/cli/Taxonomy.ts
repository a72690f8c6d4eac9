import * as Command from "effect/cli/Command"

/** The command `taxonomy`, with only the subcommand that a command line begins with; all of them where it is none. */
export const taxonomyFor = async (args: ReadonlyArray<string>) => {
  const [word] = args
  // A script that completes commands has to know them all.
  const alone = isCommand(word) && !args.some((argument) => argument.startsWith("--completions"))
  return Command.make("taxonomy").pipe(
    Command.withDescription("Publish, verify and serve the releases of a licensing taxonomy"),
    Command.withExamples([
      { command: "taxonomy check", description: "What the saved sources would mean as a release" },
      { command: "taxonomy check --help", description: "The options of a command, with examples" },
      { command: "taxonomy start", description: "Serve the releases on this machine" }
    ]),
    Command.withSubcommands(alone ? ([await commands[word]()] as const) : await loadAll())
  )
}

/** Every command of `taxonomy`; a new one is one line here. They are loaded when needed, for start-up is all an editor waits for. */
const commands = {
  check: async () => (await import("./commands/Check.ts")).check,
  diff: async () => (await import("./commands/Diff.ts")).diffCommand,
  history: async () => (await import("./commands/History.ts")).historyCommand,
  verify: async () => (await import("./commands/Verify.ts")).verifyCommand,
  rebuild: async () => (await import("./commands/Rebuild.ts")).rebuildCommand,
  rules: async () => (await import("./commands/Rules.ts")).rules,
  explain: async () => (await import("./commands/Explain.ts")).explainRule,
  "end-of-life": async () => (await import("./commands/EndOfLife.ts")).endOfLife,
  withdraw: async () => (await import("./commands/Withdraw.ts")).withdraw,
  serve: async () => (await import("./commands/Serve.ts")).serve,
  start: async () => (await import("./commands/Serve.ts")).start,
  keys: async () => (await import("./keys/Keys.ts")).keys
} as const

const loadAll = () =>
  Promise.all([
    commands.check(),
    commands.diff(),
    commands.history(),
    commands.verify(),
    commands.rebuild(),
    commands.rules(),
    commands.explain(),
    commands["end-of-life"](),
    commands.withdraw(),
    commands.serve(),
    commands.start(),
    commands.keys()
  ])

const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word)
