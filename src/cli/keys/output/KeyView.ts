import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { KeyPrefix } from "../../../domain/keys/ApiKey.ts"
import { Environment } from "../../../domain/keys/KeyEvent.ts"
import { isExpiringSoon, keyStatus } from "../../../domain/keys/KeyExpiry.ts"
import type { ApiKeyRecord, KeyRegistry } from "../../../domain/keys/KeyRegistry.ts"
import { ageInDays, daysBetween, isDueForRotation } from "../../../domain/keys/KeyRotation.ts"
import { Tier } from "../../../domain/keys/Tier.ts"
import { Timestamp } from "../../../domain/ledger/Timestamp.ts"
import { formatCount } from "../../../report/text/PlainText.ts"
import type { KnownUsage } from "./ReadUsage.ts"

/** An API key as the commands print it. The names are those of the JSON output. */
export const KeyView = Schema.Struct({
  identifier: KeyPrefix,
  status: Schema.Literals(["active", "expired", "revoked"]),
  organization: Schema.String,
  use_case: Schema.String,
  expected_volume: Schema.String,
  environment: Environment,
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

export const printKeyView = (view: KeyView, format: "pretty" | "json"): Effect.Effect<void> =>
  Console.log(format === "json" ? viewJson(view) : renderKeyView(view))

/** Renders a view as lines of name and value. */
export const renderKeyView = (view: KeyView): string => {
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
