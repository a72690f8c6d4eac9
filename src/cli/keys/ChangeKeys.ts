import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { change } from "../../domain/keys/KeyCommands.ts"
import { KeyEnvironment, type KeyChanged, type KeyRevokedEvent } from "../../domain/keys/KeyEvent.ts"
import * as Registry from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore, type NewApiKey } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import * as KeyOptions from "./KeyOptions.ts"
import { readKeyRequests } from "./KeyRequests.ts"
import { formatRows, printKeyView, renderKeyView, toKeyView } from "./KeyView.ts"

/** What a requester answers (service spec, 5.3). A terminal asks for what is missing, unless a table has the requests. */
const questions = {
  organization: KeyOptions.lineQuestion("organization", "Organization that requested the key", "Organization"),
  useCase: KeyOptions.lineQuestion("use-case", "Purpose of the key", "Use case"),
  expectedVolume: KeyOptions.lineQuestion("expected-volume", "Expected number of requests", "Expected usage volume"),
  environment: KeyOptions.choiceQuestion("environment", KeyEnvironment.literals, "Deployment environment"),
  tier: KeyOptions.choiceQuestion("tier", Tier.literals, "Usage tier, which decides the rate limits", "Usage tier")
}

const issueKeyOptions = {
  organization: questions.organization.option,
  useCase: questions.useCase.option,
  expectedVolume: questions.expectedVolume.option,
  environment: questions.environment.option,
  tier: questions.tier.option,
  from: Flag.String("from").pipe(
    Options.withNotes(
      "Table (CSV) with one request in each row, in columns named like these options",
      Options.defaultNote("none")
    ),
    Options.withFile,
    Options.optional
  ),
  contact: KeyOptions.contactOption,
  expires: KeyOptions.expiresOption,
  ...KeyOptions.changeOptions
}

/** `taxonomy keys issue`: issues a key for a requester and prints it, once (service spec, 5.3). */
export const issueKey = Options.makeCommand("issue", issueKeyOptions, {
  'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional':
    "Issue a key for a requester",
  'taxonomy keys issue --organization "Example Sports Law" --use-case "Trial" --expected-volume "50 a day" --environment staging --tier free --contact legal@example.com --expires 30d':
    "Issue a key that expires after 30 days",
  "taxonomy keys issue --from requesters.csv --environment production --tier professional":
    "Issue a key for each row of a table, all or none"
})(function* ({ actor, contact, expires: expiry, format, from, keyEvents, keys, ...given }) {
  const store = yield* KeyStore
  const terms = { actor: yield* KeyOptions.recordedActor({ actor, keyEvents }), expiry }
  const optionHint = yield* KeyOptions.keysOptionHint(keys)
  if (from !== undefined) {
    const { expectedVolume, useCase, ...others } = given
    const defaults = { ...others, use_case: useCase, expected_volume: expectedVolume, contact }
    const requests = yield* readKeyRequests(from, defaults, terms)
    yield* KeyOptions.warnOfClock(yield* store.keys)
    return yield* printNewApiKeys(yield* store.issueAll(requests), format, optionHint)
  }
  const { expectedVolume, useCase, ...others } = yield* KeyOptions.answer(questions, given, [
    "taxonomy",
    "keys",
    "issue"
  ])
  const texts = { ...others, use_case: useCase, expected_volume: expectedVolume }
  const issued = yield* store.issue({ ...texts, ...(contact === undefined ? {} : { contact }) }, terms)
  yield* KeyOptions.warnOfClock(issued.before)
  yield* printNewApiKey(issued, format, optionHint)
}).pipe(KeyOptions.atKeyStore)

const rotateKeyOptions = {
  identifier: KeyOptions.identifierArgument,
  expires: KeyOptions.successorExpiresOption,
  ...KeyOptions.changeOptions
}

/** `taxonomy keys rotate`: issues the successor of a key. The old key stays active until it is revoked (service spec, 5.4). */
export const rotateKey = Options.makeCommand("rotate", rotateKeyOptions, {
  "taxonomy keys rotate nil_AbCdEfGh": "Issue a successor for the same holder"
})(function* (input) {
  const { expires, format, identifier: text, keys: location } = input
  const { key: old, keys } = yield* KeyOptions.selectKey(text)
  const earlier = [...keys.values()].filter((key) => key.replaces === old.identifier && Registry.isActive(key))
  yield* KeyOptions.warnOfClock(keys)
  const store = yield* KeyStore
  const actor = yield* KeyOptions.recordedActor(input)
  const issued = yield* store.rotate(old.identifier, { actor, expiry: expires })
  const optionHint = yield* KeyOptions.keysOptionHint(location)
  yield* printNewApiKey(issued, format, optionHint)
  if (earlier.length > 0) {
    yield* Console.error(
      `${old.identifier} already had an active successor: ${earlier.map(({ identifier }) => identifier).join(", ")}. Revoke the keys that nobody uses.`
    )
  }
  if (expires === undefined && issued.event.expires !== undefined) {
    yield* Console.error(
      `The new key expires at ${issued.event.expires}, with a lifetime as long as that of the old one. Choose another with taxonomy keys change ${issued.event.identifier} --expires TIME${optionHint}`
    )
  }
  yield* Console.error(
    `${old.identifier} stays ${Registry.keyStatus(old, issued.event.date)}. When the new key is in use, revoke it: taxonomy keys revoke ${old.identifier} --reason rotated${optionHint}`
  )
}).pipe(KeyOptions.atKeyStore)

const changeKeyOptions = {
  identifier: KeyOptions.identifierArgument,
  ...KeyOptions.newTermsOptions,
  ...KeyOptions.confirmedOptions
}

/**
 * `taxonomy keys change`: changes the tier, the contact or the expiry of a key, which stays the same, after a
 * confirmation.
 */
export const changeKey = Options.makeCommand("change", changeKeyOptions, {
  "taxonomy keys change nil_AbCdEfGh --tier enterprise --yes": "Change the rate limits, without confirmation",
  "taxonomy keys change nil_AbCdEfGh --expires 30d --contact legal@example.com --yes": "Let the key expire in 30 days"
})(function* (input) {
  const { contact, expires, format, tier, yes } = input
  const terms = {
    ...(tier === undefined ? {} : { tier }),
    ...(contact === undefined ? {} : { contact: contact === "none" ? null : contact }),
    ...(expires === undefined ? {} : { expiry: expires })
  }
  if (Object.keys(terms).length === 0) return yield* usageError("Name what to change: --tier, --contact or --expires")
  const { key, keys } = yield* KeyOptions.selectConfirmedKey(input, "A change takes effect at once")
  const date = yield* currentTime
  const proposed = yield* Effect.fromResult(change(keys, { keyPrefix: key.identifier, terms, date }))
  if (!yes && !(yield* confirmChange(key, proposed))) return yield* commandRefused("Nothing was changed")
  yield* KeyOptions.warnOfClock(keys)
  const actor = yield* KeyOptions.recordedActor(input)
  yield* printChangedKey(keys, yield* (yield* KeyStore).change(key.identifier, terms, actor), format)
}).pipe(KeyOptions.atKeyStore)

const confirmChange = (key: Registry.ApiKeyRecord, event: KeyChanged) => {
  const { contact, environment, expiry, identifier, organization, tier } = key
  const changes = [
    event.tier === undefined ? undefined : `tier ${tier} to ${event.tier}`,
    event.contact === undefined ? undefined : `contact ${contact ?? "none"} to ${event.contact ?? "none"}`,
    event.expires === undefined ? undefined : `expiry ${expiry?.at ?? "never"} to ${event.expires ?? "never"}`
  ].filter((change) => change !== undefined)
  const message = `Change ${identifier} of ${organization} (${environment}): ${changes.join(", ")}?`
  return Prompt.run(Prompt.Confirm({ message }))
}

const revokeKeyOptions = {
  identifier: KeyOptions.identifierArgument,
  reason: KeyOptions.lineOption("reason", "Reason for the revocation", "Reason"),
  ...KeyOptions.confirmedOptions
}

/** `taxonomy keys revoke`: ends a key permanently, after a confirmation (service spec, 5.5). */
export const revokeKey = Options.makeCommand("revoke", revokeKeyOptions, {
  'taxonomy keys revoke nil_AbCdEfGh --reason "Reported as leaked"': "Confirm the revocation on a terminal",
  "taxonomy keys revoke nil_AbCdEfGh --reason Rotated --yes": "Revoke without confirmation"
})(function* (input) {
  const { format, reason, yes } = input
  const { key, keys } = yield* KeyOptions.selectConfirmedKey(input, "A revocation cannot be undone")
  const message = `Revoke ${key.identifier} of ${key.organization} (${key.environment}) permanently?`
  if (!yes && Registry.isActive(key) && !(yield* Prompt.run(Prompt.Confirm({ message })))) {
    return yield* commandRefused("Nothing was revoked")
  }
  yield* KeyOptions.warnOfClock(keys)
  const actor = yield* KeyOptions.recordedActor(input)
  yield* printChangedKey(keys, yield* (yield* KeyStore).revoke(key.identifier, reason, actor), format)
}).pipe(KeyOptions.atKeyStore)

/** Prints a key after an event that concerns it. */
const printChangedKey = Effect.fnUntraced(function* (
  before: Registry.KeyRegistry,
  event: KeyChanged | KeyRevokedEvent,
  format: "pretty" | "json"
) {
  const keys = Registry.evolve(before, event)
  const key = keys.get(event.identifier)
  if (key !== undefined) yield* printKeyView(toKeyView(keys, key, yield* currentTime), format)
})

/** Prints a new API key on stdout, the only time that it is shown (service spec, 5.3). */
const printNewApiKey = Effect.fnUntraced(function* (
  { event, key }: NewApiKey,
  format: "pretty" | "json",
  /** The option that a command needs to use the same key ledger. */
  optionHint: string
) {
  const { identifier } = event
  const keys = Registry.evolve(Registry.emptyKeyRegistry, event)
  const record = keys.get(identifier)
  if (record === undefined) return yield* Effect.die(new Error(`The event issued no key ${identifier}`))
  const view = toKeyView(keys, record, event.date)
  const shown = Redacted.value(key)
  yield* Console.log(
    format === "json"
      ? jsonLine({ key: shown, ...view })
      : [...formatRows([["Key", shown]]), renderKeyView(view)].join("\n")
  )
  yield* requirePrinted([identifier], optionHint)
  yield* Console.error("Store the key now. It cannot be shown again.")
})

/** Prints new API keys as a table (CSV), the only time that they are shown. */
const printNewApiKeys = Effect.fnUntraced(function* (
  issued: ReadonlyArray<NewApiKey>,
  format: "pretty" | "json",
  optionHint: string
) {
  const rows = issued.map(({ event, key }) => ({
    key: Redacted.value(key),
    ...Struct.omit(event, ["_tag", "sha256", "date", "actor"])
  }))
  if (format === "json") yield* Console.log(jsonLine({ keys: rows }))
  else {
    const { stringifyTable } = yield* Effect.promise(() => import("../../export/csv/CsvColumns.ts"))
    const header = ["identifier", "key", "organization", "environment", "tier", "contact", "expires"] as const
    const cells = rows.map((row) => header.map((name) => row[name] ?? ""))
    yield* Console.log(stringifyTable(header, cells, { bom: false, separator: "," }).trimEnd())
  }
  yield* requirePrinted(
    rows.map(({ identifier }) => identifier),
    optionHint
  )
  yield* Console.error(`Issued ${formatCount(rows.length, "key")}. Store them now. They cannot be shown again.`)
})

/** Fails if what was printed did not arrive: nobody knows the keys then. */
const requirePrinted = (identifiers: ReadonlyArray<string>, optionHint: string) =>
  Effect.mapError(
    flushed,
    (cause) => new KeysNotPrinted({ identifiers, reason: (process.stdout.errored ?? cause).message, optionHint })
  )

/** The keys are in the ledger, but could not be shown to anybody. */
class KeysNotPrinted extends Schema.TaggedError<KeysNotPrinted>()("KeysNotPrinted", {
  identifiers: Schema.Array(Schema.String),
  reason: Schema.String,
  optionHint: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    const { identifiers, optionHint, reason } = this
    const [first = "", ...others] = identifiers
    return others.length === 0
      ? `The key ${first} was issued but could not be printed (${reason}). Revoke it: taxonomy keys revoke ${first} --reason "Never printed"${optionHint}`
      : `The keys ${identifiers.join(", ")} were issued but could not be printed (${reason}). Revoke each of them: taxonomy keys revoke ${first} --reason "Never printed"${optionHint}`
  }
}

/** Succeeds when everything printed so far is flushed. */
const flushed = Effect.callback<void, Error>((resume) => {
  process.stdout.write("", (error) => resume(error === null || error === undefined ? Effect.void : Effect.fail(error)))
})
