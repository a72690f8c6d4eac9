import type * as Command from "effect/cli/Command"
import { buildReleaseCommand } from "../../src/cli/commands/BuildRelease.ts"
import { makeTaxonomyCommand } from "../../src/cli/Taxonomy.ts"

export interface KnownCommand {
  readonly path: ReadonlyArray<string>
  readonly command: Command.Command.Any
}

export const programs = [await makeTaxonomyCommand([]), buildReleaseCommand] as const

const below = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<KnownCommand> => [
  { path: [...path, command.name], command },
  ...command.subcommands.flatMap(({ commands }) => commands.flatMap((next) => below(next, [...path, command.name])))
]

/** Every command that there is, those that only hold others included. */
export const everyCommand: ReadonlyArray<KnownCommand> = programs.flatMap((program) => below(program, []))

/** Those that do something. */
export const leaves = everyCommand.filter(({ command }) => command.subcommands.length === 0)
