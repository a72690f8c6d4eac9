import type * as Command from "effect/cli/Command"
import { buildReleaseCommand } from "../../src/cli/release/BuildRelease.ts"
import { makeTaxonomyCommand } from "../../src/cli/Taxonomy.ts"

export interface CommandPath {
  readonly path: ReadonlyArray<string>
  readonly command: Command.Command.Any
}

export const programs = [await makeTaxonomyCommand(["--completions"]), buildReleaseCommand] as const

const below = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<CommandPath> => [
  { path: [...path, command.name], command },
  ...command.subcommands.flatMap(({ commands }) => commands.flatMap((next) => below(next, [...path, command.name])))
]

/** Every command, including those that only group others. */
export const allCommands: ReadonlyArray<CommandPath> = programs.flatMap((program) => below(program, []))

/** The commands without subcommands. */
export const leafCommands = allCommands.filter(({ command }) => command.subcommands.length === 0)
