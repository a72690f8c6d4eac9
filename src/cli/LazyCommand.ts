import * as Command from "effect/cli/Command"

/** A row of a registry: the name and the description of a command, which help shows, and how to load the rest. */
export const lazyCommand = <const Name extends string, Input, Context, E, R>(
  name: Name,
  description: string,
  /** Loads the command. Of its own subcommands, it loads those that the following words of the command line name. */
  load: (words: ReadonlyArray<string>) => Promise<Command.Command<Name, Input, Context, E, R>>
) => ({
  name,
  stub: Command.make(name).pipe(Command.withDescription(description)),
  load: async (words: ReadonlyArray<string>) => Command.withDescription(await load(words), description)
})

interface LazyCommand {
  readonly name: string
  readonly stub: Command.Command.Any
  readonly load: (words: ReadonlyArray<string>) => Promise<Command.Command.Any>
}

/** Loads the command that a command line begins with. The others keep to what help shows of them. */
export const loadCommands = <Row extends LazyCommand>(
  rows: ReadonlyArray<Row>,
  words: ReadonlyArray<string>
): Promise<ReadonlyArray<Row["stub"] | Awaited<ReturnType<Row["load"]>>>> => {
  // A completion script contains the options of all commands.
  const needsAll = words.some((word) => word.startsWith("--completions"))
  const [first = ""] = words
  // Options of the program may come before the command.
  const named = rows.some(({ name }) => name === first) ? [first] : words
  return Promise.all(
    rows.map(async (row) => {
      if (needsAll) return row.load(words)
      return named.includes(row.name) ? row.load(words.slice(words.indexOf(row.name) + 1)) : row.stub
    })
  )
}
