import { userInfo } from "node:os"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { containsApiKey, apiKeyLength, keyPrefixLength, parseApiKey, toKeyPrefix } from "../../domain/keys/ApiKey.ts"
import { findKey } from "../../domain/keys/KeyCommands.ts"
import { type KeyEventSchemas, keyEventSchemas } from "../../domain/keys/KeyEvent.ts"
import {
  expiryForms,
  parseExpiry,
  type ExpiryChoice,
  newestDate,
  type KeyRegistry
} from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { findKeyLedger } from "../../keys/KeyLedgerLocation.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keysLogKeyVariable } from "../../keys/log/SignKeyLedger.ts"
import { quoteShellWord, hideFromProcessList } from "../../platform/CommandLine.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"

const defaultFile = "var/keys.ndjson"

/** The default of `--keys`. */
export const defaultKeys = Options.projectPath(defaultFile)

/** The option that a command needs to use the same key ledger, without a password. */
export const keysOptionHint = Effect.fnUntraced(function* (given: string) {
  const { ledger } = yield* KeyStore
  return given === (yield* defaultKeys) ? "" : ` --keys ${quoteShellWord(ledger.location)}`
})

export const keysOption = Options.textOptionOr(
  "keys",
  "Key ledger: a file, or a database as postgres://user@host/name",
  defaultKeys,
  `${defaultFile} of the project`
).pipe(Flag.withMetavar("location"))

export const identifierArgument = Options.textArgument(
  "identifier",
  "First 12 characters of the key, or an unambiguous start of them"
).pipe(Argument.withFallbackPrompt(Prompt.String({ message: "First 12 characters of the key" })))

/** An option, and the prompt for it if it is missing. */
interface Question<A> {
  readonly name: string
  readonly option: Flag.Flag<A | undefined>
  readonly prompt: Prompt.Prompt<A>
}

/** A question with a line of text for an answer. */
export const lineQuestion = (name: string, description: string, message: string): Question<string> => ({
  name,
  option: Options.optional(Options.singleLine(name, Options.textOption(name, description, promptNote))),
  prompt: Prompt.String({ message, validate: validLine })
})

/** A question with one of a few words for an answer. */
export const choiceQuestion = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  message = description
): Question<Word> => ({
  name,
  option: Options.optional(Options.literalOption(name, words, description, promptNote)),
  prompt: Prompt.Select({ message, choices: words.map((word) => ({ title: word, value: word })) })
})

const promptNote = Options.defaultNote(Options.promptNote)

/** Asks for the answers that no option gives. Without a terminal, a command needs the options. */
export const answer = Effect.fnUntraced(function* <Answers extends object>(
  questions: { readonly [Name in keyof Answers]: Question<Answers[Name]> },
  given: { readonly [Name in keyof Answers]: Answers[Name] | undefined },
  commandPath: ReadonlyArray<string>
) {
  const names = Struct.keys(questions)
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length > 0 && !(yield* TerminalCapabilities).canPrompt) {
    const errors = missing.map((name) => new CliError.MissingOption({ option: questions[name].name }))
    return yield* new CliError.ShowHelp({ commandPath, errors })
  }
  const answers: Partial<Answers> = {}
  for (const name of names) answers[name] = given[name] ?? (yield* Prompt.run(questions[name].prompt))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each question was answered
  return answers as Answers
})

/** An option with a line of text, with a prompt if it is missing on a terminal. */
export const lineOption = (name: string, description: string, question: string) =>
  Options.singleLine(
    name,
    Options.textOption(name, description, Options.promptNote).pipe(
      Flag.withFallbackPrompt(Prompt.String({ message: question, validate: validLine }))
    )
  )

const validLine = (text: string): Effect.Effect<string, string> =>
  containsApiKey(text)
    ? Effect.fail(`Expected ${Options.keyPrefixOnly}`)
    : Effect.fromResult(
        Result.mapError(Schema.decodeResult(Options.SingleLineText)(text.trim()), (error) => error.message)
      )

/** Who runs a command that changes the ledger. Nobody checks it: it is a note for the operators. */
export const actorOption = Options.singleLine(
  "actor",
  Options.textOptionOr(
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

export const contactOption = Options.singleLine(
  "contact",
  Options.textOption("contact", "E-mail address of the holder", Options.defaultNote("none"))
).pipe(Options.withEmail(), Options.optional)

export const expiresOption = withExpiry(
  Flag.String("expires").pipe(
    Options.withEnvironment("expires", Config.String),
    Options.withNotes("Time from which the key is rejected", Options.envNote("expires"), Options.defaultNote("never"))
  )
)

// The environment cannot set the options below: a variable for new keys would change the terms of existing ones.

export const successorExpiresOption = withExpiry(
  Flag.String("expires").pipe(
    Options.withNotes(
      "Time from which the new key is rejected",
      Options.defaultNote("a lifetime as long as that of the old key")
    )
  )
)

export const newTermsOptions = {
  tier: Flag.Literals("tier", Tier.literals).pipe(Options.withNotes("New usage tier", unchanged()), Options.optional),
  contact: Options.singleLine(
    "contact",
    Flag.String("contact").pipe(Options.withNotes("New e-mail address of the holder, or none", unchanged()))
  ).pipe(
    Options.withEmail((text) => text === "none" || Options.isEmail(text)),
    Options.optional
  ),
  expires: withExpiry(
    Flag.String("expires").pipe(Options.withNotes("New time from which the key is rejected, or never", unchanged()))
  )
}

function unchanged() {
  return Options.defaultNote("unchanged")
}

function withExpiry(flag: Flag.Flag<string>): Flag.Flag<ExpiryChoice | undefined> {
  return flag.pipe(
    Flag.withMetavar("time"),
    Flag.filterMap(
      (text) => Option.fromUndefinedOr(parseExpiry(text)),
      () => expiryForms
    ),
    Options.optional
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
export const keyStoreAt = (location: string, schemas?: KeyEventSchemas) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { ledger } = yield* keyLedgerAt(location)
      const files = yield* Effect.context<FileSystem.FileSystem>()
      const signingKeys = Effect.provide(readSigningKeys(keysLogKeyVariable), files)
      return Layer.provide(KeyStore.layer(undefined, signingKeys, schemas), ledger)
    })
  )

/** Provides a command with the ledger that its option `keys` names. */
export const atKeyStore = <
  Name extends string,
  Input extends { readonly keys: string; readonly keyEvents?: KeyEventSchemas },
  Context,
  E,
  R
>(
  command: Command.Command<Name, Input, Context, E, R>
) => Command.provide(command, ({ keyEvents, keys }) => keyStoreAt(keys, keyEvents))

const keyEventsOption = Options.literalOptionOr(
  "key-events",
  keyEventSchemas,
  "Events that only this version reads, or those that version 0.1.0 reads too while you may have to go back to it",
  "newest"
)

/** The options of a command that appends to the ledger. */
export const changeOptions = {
  actor: actorOption,
  keyEvents: keyEventsOption,
  keys: keysOption,
  format: Options.plainFormatOption
}

/** Who acts, for the ledger; only a warning says it if the ledger may get no such event. */
export const recordedActor = ({ actor, keyEvents }: { readonly actor: string; readonly keyEvents: KeyEventSchemas }) =>
  keyEvents === "newest"
    ? Effect.succeed(actor)
    : Effect.as(
        Console.error(`warning: The ledger will not say that ${actor} did this, because of --key-events lowest.`),
        undefined
      )

/** The options of a command that takes effect at once. */
export const confirmedOptions = { yes: Options.toggleOption("yes", "Skip the confirmation"), ...changeOptions }

/** Selects the key for such a command, which somebody must be able to confirm. */
export const selectConfirmedKey = Effect.fnUntraced(function* (
  { identifier, yes }: { readonly identifier: string; readonly yes: boolean },
  consequence: string
) {
  const { canPrompt } = yield* TerminalCapabilities
  if (!yes && !canPrompt) return yield* usageError(`${consequence}. Pass --yes to confirm it`)
  if (yes && identifier.length < keyPrefixLength) {
    return yield* usageError(`--yes requires all ${keyPrefixLength} characters of the identifier`)
  }
  return yield* selectKey(identifier)
})

/**
 * Finds the key that an argument names: by its prefix, the start of its prefix, or the whole key. No message repeats
 * more than the prefix.
 */
export const selectKey = Effect.fnUntraced(function* (text: string) {
  const isWhole = text.length > keyPrefixLength
  if (isWhole && text.length !== apiKeyLength) {
    return yield* usageError(
      `Invalid identifier. Give the first ${keyPrefixLength} characters of the key, or all ${apiKeyLength}`
    )
  }
  if (isWhole && parseApiKey(text) === undefined)
    return yield* usageError("Invalid API key: the checksum does not match. Check for a typo or a truncated paste")
  const store = yield* KeyStore
  const prefix = toKeyPrefix(text)
  const found = yield* store.find(prefix)
  const keys = found.has(prefix) ? found : yield* store.keys
  const key = yield* Effect.fromResult(findKey(keys, text))
  if (isWhole && key.sha256 !== sha256(text)) {
    return yield* commandRefused(
      `Unknown key. Only its first ${keyPrefixLength} characters are those of ${key.identifier}`
    )
  }
  return { key, keys }
})

/**
 * Warns if time goes backwards: if this clock is behind the newest event of the ledger, since the dates of events are
 * permanent. Only a warning, because a leaked key has to be revoked under any clock.
 */
export const warnOfClock = Effect.fnUntraced(function* (keys: KeyRegistry) {
  const newest = newestDate(keys)
  if (newest === undefined) return
  const now = yield* DateTime.now
  const behindMillis = DateTime.makeUnsafe(newest).epochMilliseconds - now.epochMilliseconds
  if (behindMillis <= toleranceMillis) return
  const shown = DateTime.formatIso(now).slice(0, 19)
  yield* Console.error(
    `warning: The clock of this machine is wrong, or that of another one was: it shows ${shown}Z, and the newest event of the key ledger is of ${newest}. Set the clock, and check the dates of the keys with taxonomy keys list.`
  )
})

/** How far the clocks of the machines that share a ledger may differ. */
const toleranceMillis = 300_000
