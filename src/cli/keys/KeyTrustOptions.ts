import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import { defaultNote, envNote, withEnvironment, withNotes } from "../options/EnvironmentOption.ts"
import { withFile } from "../options/Options.ts"

/** Verifier keys, or files with one per line. The option may be repeated. */
const verifierKeys = (name: string, description: string, ...notes: ReadonlyArray<string>) =>
  Flag.String(name).pipe(
    Flag.withMetavar("key"),
    Flag.atLeast(1),
    withNotes(
      `${description}: NAME+ID+KEY, or a file with one per line. Can be repeated`,
      ...notes,
      defaultNote("none")
    )
  )

/** The keys that sign the ledger of API keys. Not those of the log of releases, which is another log. */
const trustedKeys = (name: string, description: string) =>
  verifierKeys(name, description, envNote(variable)).pipe(
    withEnvironment(variable, (name) =>
      // A variable that is set to nothing is one that a service manager does not have.
      Config.map(Config.String(name), (text): ReadonlyArray<string> => (text.trim() === "" ? [] : [text]))
    ),
    Flag.withDefault<ReadonlyArray<string>>([])
  )

const variable = "keys-trusted-key"

/** The option of a server that accepts only what one of these keys has signed. */
export const keysTrustedKeyOption = trustedKeys(
  variable,
  "Verifier key of the ledger of API keys, one of which must have signed all of it"
)

/** The options of a command that verifies the ledger of API keys. */
export const keyTrustOptions = {
  trustedKey: trustedKeys("trusted-key", "Verifier key of the ledger, one of which must have signed all of it"),
  checkpoint: Flag.String("checkpoint").pipe(
    withFile,
    withNotes("Older checkpoint that you kept, since which the ledger must only have grown", defaultNote("none")),
    Flag.optional
  ),
  witness: verifierKeys("witness", "Verifier key of a witness that must have cosigned the checkpoint").pipe(
    Flag.withDefault<ReadonlyArray<string>>([])
  ),
  quorum: Flag.String("quorum").pipe(
    Flag.withMetavar("number"),
    withNotes("Number of these witnesses that must have cosigned", defaultNote("all of them")),
    Flag.filterMap(
      (text) => (/^\d{1,3}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of witnesses from 0 to 999"
    ),
    Flag.optional
  )
}
