import { userInfo } from "node:os"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { containsApiKey } from "../../domain/keys/ApiKey.ts"
import { expiryForms, parseExpiry, type ExpiryChoice } from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { findKeyLedger } from "../../keys/KeyLedgerLocation.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keysLogKeyVariable } from "../../keys/log/KeySigningRefused.ts"
import { quoteShellWord, hideFromProcessList } from "../../platform/CommandLine.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import {
  literalOption,
  textOption,
  textOptionOr,
  defaultNote,
  envNote,
  withEnvironment,
  withNotes
} from "../options/EnvironmentOption.ts"
import { keyPrefixOnly, projectPath, singleLine, SingleLineText } from "../options/Options.ts"

const defaultFile = "var/keys.ndjson"

/** The default of `--keys`. */
export const defaultKeys = projectPath(defaultFile)

/** The option that a command needs to use the same key ledger, without a password. */
export const keysOptionHint = (given: string, shown: string, defaultLocation: string): string =>
  given === defaultLocation ? "" : ` --keys ${quoteShellWord(shown)}`

export const keysOption = textOptionOr(
  "keys",
  "Key ledger: a file, or a database as postgres://user@host/name",
  defaultKeys,
  `${defaultFile} of the project`
).pipe(Flag.withMetavar("location"))

export const identifierArgument = Argument.String("identifier").pipe(
  Argument.withDescription("First 12 characters of the key, or an unambiguous start of them"),
  Argument.withFallbackPrompt(Prompt.String({ message: "First 12 characters of the key" }))
)

/** An option with a line of text, with a prompt if it is missing on a terminal. */
export const lineOption = (name: string, description: string, question: string) =>
  singleLine(
    name,
    textOption(name, description, promptNote).pipe(
      Flag.withFallbackPrompt(Prompt.String({ message: question, validate: validLine }))
    )
  )

/** An option with one of a few words, with a prompt if it is missing on a terminal. */
export const choiceOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  question: string
) =>
  literalOption(name, words, description, promptNote).pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: question, choices: words.map((word) => ({ title: word, value: word })) })
    )
  )

const promptNote = "prompted for on a terminal"

const validLine = (text: string): Effect.Effect<string, string> =>
  containsApiKey(text)
    ? Effect.fail(`Expected ${keyPrefixOnly}`)
    : Effect.fromResult(Result.mapError(Schema.decodeResult(SingleLineText)(text.trim()), (error) => error.message))

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

/** Finds the key ledger that `--keys` names, and hides its password in the list of processes. */
export const keyLedgerAt = (location: string) =>
  Effect.tap(findKeyLedger(location), ({ hasPassword }) =>
    Effect.sync(() => {
      if (hasPassword) hideFromProcessList(location)
    })
  )

/** The commands on the API keys in a ledger. What they append is signed with the keys in the environment. */
export const keyStoreAt = (location: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { ledger } = yield* keyLedgerAt(location)
      const files = yield* Effect.context<FileSystem.FileSystem>()
      const signingKeys = Effect.provide(readSigningKeys(keysLogKeyVariable), files)
      return Layer.provide(KeyStore.layer(undefined, signingKeys), ledger)
    })
  )
