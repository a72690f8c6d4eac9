import * as Argument from "effect/cli/Argument"
import { dateOption, plainFormatOption, releasesOption, sourcesOption } from "./Options.ts"

/** The options of a command that answers from the working tree and the releases. */
export const draftOptions = { src: sourcesOption, releases: releasesOption, format: plainFormatOption }

/** The same for an answer that depends on the day. */
export const datedDraftOptions = { ...draftOptions, date: dateOption("Date of the answer") }

/** The item that a command is about, as `resolveItem` finds it. */
export const itemArgument = Argument.String("item").pipe(
  Argument.withDescription("dimension, dimension/value, license code, rules/id, a bare code or a label")
)
