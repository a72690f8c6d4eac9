import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { KeyPrefix } from "../../domain/keys/ApiKey.ts"
import { KeyEnvironment, type KeyChanged, type KeyRevokedEvent } from "../../domain/keys/KeyEvent.ts"
import {
  isExpiringSoon,
  keyStatus,
  type ApiKeyRecord,
  type KeyRegistry,
  evolve,
  emptyKeyRegistry,
  ageInDays,
  daysBetween,
  isDueForRotation
} from "../../domain/keys/KeyRegistry.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { NewApiKey } from "../../keys/KeyStore.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { UsageReport } from "../../usage/UsageReport.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"

/** The admin server that knows the usage of keys. The counts are in the memory of a server, or in a Redis that it reads. */
export const adminUrlOption = textOption(
  "admin-url",
  "Admin server to ask for the usage of keys, such as http://127.0.0.1:8081",
  defaultNote("none, usage is not shown")
).pipe(
  Flag.withMetavar("url"),
  Flag.filter(
    (text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text),
    () => "a URL such as http://127.0.0.1:8081"
  ),
  Flag.optional
)

/** An API key as the commands print it. The names are those of the JSON output. */
export const KeyView = Schema.Struct({
  identifier: KeyPrefix,
  status: Schema.Literals(["active", "expired", "revoked"]),
  organization: Schema.String,
  use_case: Schema.String,
  expected_volume: Schema.String,
  environment: KeyEnvironment,
  tier: Tier,
  /** The e-mail address of the holder. */
  contact: Schema.optionalKey(Schema.String),
  issued_at: Timestamp,
  /** Who issued the key, and so on below, as the command was told. */
  issued_by: Schema.optionalKey(Schema.String),
  age_days: Schema.Natural,
  /** True if the key is active and older than 90 days. */
  rotation_due: Schema.Boolean,
  replaces: Schema.optionalKey(KeyPrefix),
  replaced_by: Schema.Array(KeyPrefix),
  /** The instant from which the key is rejected. */
  expires_at: Schema.optionalKey(Timestamp),
  /** The whole days until then, if the key is active. */
  expires_in_days: Schema.optionalKey(Schema.Natural),
  /** True if the key is active and expires within 14 days. */
  expires_soon: Schema.Boolean,
  /** The last change of tier, contact or expiry. */
  changed_at: Schema.optionalKey(Timestamp),
  changed_by: Schema.optionalKey(Schema.String),
  revoked_at: Schema.optionalKey(Timestamp),
  revocation_reason: Schema.optionalKey(Schema.String),
  revoked_by: Schema.optionalKey(Schema.String),
  /** The usage, if an admin server told it: requests since the counting began, and those of them that got 429. */
  requests: Schema.optionalKey(Schema.Natural),
  refused: Schema.optionalKey(Schema.Natural),
  usage_since: Schema.optionalKey(Schema.String),
  last_used_at: Schema.optionalKey(Schema.String)
})
export type KeyView = typeof KeyView.Type

export const toKeyView = (
  keys: KeyRegistry,
  key: ApiKeyRecord,
  now: Timestamp,
  successors = findSuccessors(keys)
): KeyView => {
  const { changed, contact, date, environment, expected_volume, expiry, identifier } = key
  const { organization, replaces, revoked, tier, use_case } = key
  const status = keyStatus(key, now)
  return {
    identifier,
    status,
    organization,
    use_case,
    expected_volume,
    environment,
    tier,
    ...defined("contact", contact),
    issued_at: date,
    ...defined("issued_by", key.actor),
    age_days: ageInDays(key, now),
    rotation_due: isDueForRotation(key, now),
    ...defined("replaces", replaces),
    replaced_by: successors.get(identifier) ?? [],
    ...defined("expires_at", expiry?.at),
    ...defined(
      "expires_in_days",
      status === "active" && expiry !== undefined ? daysBetween(now, expiry.at) : undefined
    ),
    expires_soon: isExpiringSoon(key, now),
    ...defined("changed_at", changed?.date),
    ...defined("changed_by", changed?.actor),
    ...(revoked === undefined ? {} : { revoked_at: revoked.date, revocation_reason: revoked.reason }),
    ...defined("revoked_by", revoked?.actor)
  }
}

const defined = <const Name extends string, A>(name: Name, value: A | undefined): { readonly [_ in Name]?: A } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The type of a computed name is any string
  (value === undefined ? {} : { [name]: value }) as { readonly [_ in Name]?: A }

/** Adds what an admin server knows of the usage. */
export const withUsage = (view: KeyView, usage: KnownUsage | undefined): KeyView => {
  if (usage === undefined) return view
  const used = usage.usageOf(view.identifier)
  return {
    ...view,
    requests: used?.requests ?? 0,
    refused: used?.refused ?? 0,
    usage_since: usage.since,
    ...defined("last_used_at", used?.last_used_at)
  }
}

/** The successors of each key that was rotated. */
export const findSuccessors = (keys: KeyRegistry): ReadonlyMap<KeyPrefix, ReadonlyArray<KeyPrefix>> => {
  const successors = new Map<KeyPrefix, Array<KeyPrefix>>()
  for (const { identifier, replaces } of keys.values()) {
    if (replaces !== undefined) successors.set(replaces, [...(successors.get(replaces) ?? []), identifier])
  }
  return successors
}

/** Prints a key after an event that concerns it. */
export const printChangedKey = Effect.fnUntraced(function* (
  before: KeyRegistry,
  event: KeyChanged | KeyRevokedEvent,
  format: "pretty" | "json"
) {
  const keys = evolve(before, event)
  const key = keys.get(event.identifier)
  if (key !== undefined) yield* printKeyView(toKeyView(keys, key, yield* currentTime), format)
})

export const printKeyView = (view: KeyView, format: "pretty" | "json"): Effect.Effect<void> =>
  Console.log(format === "json" ? viewJson(view) : renderKeyView(view))

/** Renders a view as lines of name and value. */
const renderKeyView = (view: KeyView): string => {
  const age = `${view.age_days} days${view.rotation_due ? ", due for rotation" : ""}`
  const rows: ReadonlyArray<readonly [string, string | undefined]> = [
    ["Identifier", view.identifier],
    ["Status", view.status],
    ["Organization", view.organization],
    ["Use case", view.use_case],
    ["Volume", view.expected_volume],
    ["Environment", view.environment],
    ["Tier", view.tier],
    ["Contact", view.contact],
    ["Issued", `${dated(view.issued_at, view.issued_by)} (${age})`],
    ["Expires", view.expires_at === undefined ? undefined : `${view.expires_at}${remaining(view)}`],
    ["Changed", dated(view.changed_at, view.changed_by)],
    ["Replaces", view.replaces],
    ["Replaced by", view.replaced_by.length === 0 ? undefined : view.replaced_by.join(", ")],
    ["Requests", view.requests === undefined ? undefined : `${view.requests} since ${view.usage_since}`],
    ["Refused", view.refused === undefined ? undefined : `${view.refused} of these, beyond the limits`],
    ["Last used", view.requests === 0 ? `not since ${view.usage_since}` : view.last_used_at],
    ["Revoked", dated(view.revoked_at, view.revoked_by)],
    ["Reason", view.revocation_reason]
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(14)}${value}`])).join("\n")
}

const dated = (date: string | undefined, actor: string | undefined): string | undefined =>
  date === undefined || actor === undefined ? date : `${date} by ${actor}`

const remaining = ({ expires_in_days: days }: KeyView): string =>
  days === undefined ? "" : ` (in ${formatCount(days, "day")})`

const viewJson = Schema.encodeSync(Schema.fromJsonString(KeyView))

/** The usage that an admin server knows. */
interface KnownUsage {
  readonly since: string
  readonly usageOf: (keyPrefix: KeyPrefix) => UsageReport["keys"][number] | undefined
}

/**
 * Asks an admin server for the usage of one key, or of all. Returns `undefined` with a warning if it does not answer: the
 * records of the keys are of use without it.
 */
export const readUsage = (
  adminUrl: Option.Option<string>,
  keyPrefix?: KeyPrefix
): Effect.Effect<KnownUsage | undefined> =>
  Option.match(adminUrl, {
    onNone: () => Effect.undefined,
    onSome: (base) =>
      Effect.tryPromise({
        try: async (signal) => {
          const url = new URL(`${base.replace(/\/$/, "")}/keys/usage`)
          if (keyPrefix !== undefined) url.searchParams.set("key", keyPrefix)
          const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMillis)]) })
          if (!response.ok) throw new Error(`status ${response.status}`)
          const { keys, since } = decodeReport(await response.text())
          const usages = new Map(keys.map((usage) => [usage.identifier, usage]))
          return { since, usageOf: (prefix: KeyPrefix) => usages.get(prefix) }
        },
        catch: reasonOf
      }).pipe(
        Effect.catch((reason) =>
          Effect.as(
            Console.error(
              `warning: The usage of keys is unknown, since ${base} did not tell it: ${reason}. Check --admin-url, and that the server has an --admin-port`
            ),
            undefined
          )
        )
      )
  })

const decodeReport = Schema.decodeUnknownSync(Schema.fromJsonString(UsageReport))

const timeoutMillis = 5000

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : error.message
}

/** Prints a new API key on stdout, the only time that it is shown (service spec, 5.3). */
export const printNewApiKey = Effect.fnUntraced(function* (
  { event, key }: NewApiKey,
  format: "pretty" | "json",
  /** The option that a command needs to use the same key ledger. */
  optionHint: string
) {
  const keys = evolve(emptyKeyRegistry, event)
  const record = keys.get(event.identifier)
  if (record === undefined) return yield* Effect.die(new Error(`The event issued no key ${event.identifier}`))
  const view = toKeyView(keys, record, event.date)
  yield* Console.log(
    format === "json"
      ? newApiKeyJson({ key: Redacted.value(key), ...view })
      : `${"Key".padEnd(14)}${Redacted.value(key)}\n${renderKeyView(view)}`
  )
  yield* Effect.mapError(flushed, (cause) => {
    return new KeyNotPrinted({
      keyPrefix: event.identifier,
      reason: (process.stdout.errored ?? cause).message,
      optionHint
    })
  })
  yield* Console.error("Store the key now. It cannot be shown again.")
})

/** The key is in the ledger, but could not be shown to anybody. */
class KeyNotPrinted extends Schema.TaggedError<KeyNotPrinted>()("KeyNotPrinted", {
  keyPrefix: Schema.String,
  reason: Schema.String,
  optionHint: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `The key ${this.keyPrefix} was issued but could not be printed (${this.reason}). Revoke it: taxonomy keys revoke ${this.keyPrefix} --reason "Never printed"${this.optionHint}`
  }
}

/** Succeeds when everything printed so far is flushed. */
const flushed = Effect.callback<void, Error>((resume) => {
  process.stdout.write("", (error) => resume(error === null || error === undefined ? Effect.void : Effect.fail(error)))
})

const newApiKeyJson = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ key: Schema.String, ...KeyView.fields })))
