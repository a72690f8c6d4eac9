import { userInfo } from "node:os"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expiryForms, parseExpiry, type ExpiryChoice } from "../../domain/keys/KeyExpiry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import {
  defaultNote,
  envNote,
  textOption,
  textOptionOr,
  withEnvironment,
  withNotes
} from "../options/EnvironmentOption.ts"
import { singleLine } from "../options/Options.ts"

/** Who runs a command that changes the ledger. Nobody checks it: it is a note for the operators. */
export const actorOption = singleLine(
  "actor",
  textOptionOr(
    "actor",
    "Name of the person who runs the command, for the record",
    // Commands run as the user of the server, so that the one who called sudo says more.
    Effect.sync(() => process.env["SUDO_USER"] ?? userName()),
    "your user name"
  ).pipe(Flag.withMetavar("name"))
)

/** A user without an entry in the list of users, as in containers, has no name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`
  }
}

export const contactOption = withEmail(
  textOption("contact", "E-mail address of the holder", defaultNote("none")),
  isEmail
).pipe(Flag.optional)

export const expiresOption = withExpiry(
  Flag.String("expires").pipe(
    withEnvironment("expires", Config.String),
    withNotes("Time from which the key is rejected", envNote("expires"), defaultNote("never"))
  )
)

// The environment cannot set the options below: a variable for new keys would change the terms of existing ones.

export const successorExpiresOption = withExpiry(
  Flag.String("expires").pipe(
    withNotes("Time from which the new key is rejected", defaultNote("a lifetime as long as that of the old key"))
  )
)

export const newTermsOptions = {
  tier: Flag.Literals("tier", Tier.literals).pipe(withNotes("New usage tier", unchanged()), Flag.optional),
  contact: withEmail(
    Flag.String("contact").pipe(withNotes("New e-mail address of the holder, or none", unchanged())),
    (text) => text === "none" || isEmail(text)
  ).pipe(Flag.optional),
  expires: withExpiry(
    Flag.String("expires").pipe(withNotes("New time from which the key is rejected, or never", unchanged()))
  )
}

function unchanged() {
  return defaultNote("unchanged")
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

function withEmail(flag: Flag.Flag<string>, isValid: (text: string) => boolean): Flag.Flag<string> {
  return singleLine("contact", flag).pipe(
    Flag.withMetavar("address"),
    Flag.filter(isValid, () => "an e-mail address")
  )
}

function withExpiry(flag: Flag.Flag<string>): Flag.Flag<Option.Option<ExpiryChoice>> {
  return flag.pipe(
    Flag.withMetavar("time"),
    Flag.filterMap(
      (text) => Option.fromUndefinedOr(parseExpiry(text)),
      () => expiryForms
    ),
    Flag.optional
  )
}
