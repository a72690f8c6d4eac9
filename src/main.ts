#!/usr/bin/env node
// oxlint-disable-next-line import/no-unassigned-import -- it must run before anything else is loaded
import "./cli/Start.ts"
const Command = await import("effect/cli/Command")
const { runCommand } = await import("./cli/Run.ts")

/** Every command of `taxonomy`; a new one is one line here. They are loaded when needed, for start-up is all an editor waits for. */
const commands = {
  check: async () => (await import("./cli/Check.ts")).check,
  diff: async () => (await import("./cli/DiffCommand.ts")).diffCommand,
  history: async () => (await import("./cli/HistoryCommand.ts")).historyCommand,
  verify: async () => (await import("./cli/VerifyCommand.ts")).verifyCommand,
  rebuild: async () => (await import("./cli/RebuildCommand.ts")).rebuildCommand,
  rules: async () => (await import("./cli/Rules.ts")).rules,
  explain: async () => (await import("./cli/ExplainRule.ts")).explainRule,
  "end-of-life": async () => (await import("./cli/EndOfLife.ts")).endOfLife,
  withdraw: async () => (await import("./cli/Withdraw.ts")).withdraw,
  serve: async () => (await import("./cli/Serve.ts")).serve,
  start: async () => (await import("./cli/Serve.ts")).start,
  keys: async () => (await import("./cli/keys/Keys.ts")).keys
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

const word = process.argv[2]
const subcommands = isCommand(word) ? ([await commands[word]()] as const) : await loadAll()

const taxonomy = Command.make("taxonomy").pipe(
  Command.withDescription("Publish, verify and serve the releases of a licensing taxonomy"),
  Command.withSubcommands(subcommands)
)

runCommand(taxonomy)
