import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import { defaultNote, envNote, textOption, withEnvironment, withNotes } from "./EnvironmentOption.ts"

/** Verifier keys, or files with one per line. The option may be repeated. */
const keysOption = (name: string, description: string, ...notes: ReadonlyArray<string>) =>
  Flag.String(name).pipe(
    Flag.withMetavar("key"),
    Flag.atLeast(1),
    // A variable that is set to nothing is one that a workflow does not have.
    withEnvironment(name, (variable) =>
      Config.map(Config.String(variable), (text): ReadonlyArray<string> => (text.trim() === "" ? [] : [text]))
    ),
    withNotes(`${description}: NAME+ID+KEY, or a file with one per line. Can be repeated`, envNote(name), ...notes)
  )

/** The keys of the log that a command needs. */
export const requiredTrustedKeyOption = keysOption("trusted-key", "Verifier key of the log")

/** The keys of the log, if its signatures are to be verified. */
export const trustedKeyOption = keysOption(
  "trusted-key",
  "Verifier key of the log, one of which must have signed the checkpoint",
  defaultNote("none")
).pipe(Flag.withDefault<ReadonlyArray<string>>([]))

/** The witnesses that must have cosigned, and how many of them. */
export const witnessOptions = {
  witness: keysOption(
    "witness",
    "Verifier key of a witness that must have cosigned the checkpoint",
    defaultNote("none")
  ).pipe(Flag.withDefault<ReadonlyArray<string>>([])),
  quorum: textOption("quorum", "Number of these witnesses that must have cosigned", defaultNote("all of them")).pipe(
    Flag.withMetavar("number"),
    Flag.filterMap(
      (text) => (/^\d{1,3}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of witnesses from 0 to 999"
    ),
    Flag.optional
  )
}
