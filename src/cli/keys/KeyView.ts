import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import type { KeyPrefix } from "../../domain/keys/ApiKey.ts"
import * as Registry from "../../domain/keys/KeyRegistry.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import type { UsageReport } from "../../usage/UsageReport.ts"
import { jsonLine } from "../terminal/Output.ts"

/** An API key as the commands print it. The names are those of the JSON output. */
export type KeyView = ReturnType<typeof toKeyView>

/** The usage that an admin server knows. */
export interface KnownUsage {
  readonly since: string
  readonly usageOf: (keyPrefix: KeyPrefix) => UsageReport["keys"][number] | undefined
}

/** Makes the view of a key. JSON leaves out what is undefined. */
export const toKeyView = (
  keys: Registry.KeyRegistry,
  key: Registry.ApiKeyRecord,
  now: Timestamp,
  usage?: KnownUsage,
  successors = findSuccessors(keys)
) => {
  const { changed, contact, date, environment, expected_volume, expiry, identifier } = key
  const { organization, replaces, revoked, tier, use_case } = key
  const status = Registry.keyStatus(key, now)
  const used = usage?.usageOf(identifier)
  return {
    identifier,
    status,
    organization,
    use_case,
    expected_volume,
    environment,
    tier,
    contact,
    issued_at: date,
    issued_by: key.actor,
    age_days: Registry.ageInDays(key, now),
    rotation_due: Registry.isDueForRotation(key, now),
    replaces,
    replaced_by: successors.get(identifier) ?? [],
    expires_at: expiry?.at,
    expires_in_days: status === "active" && expiry !== undefined ? Registry.daysBetween(now, expiry.at) : undefined,
    expires_soon: Registry.isExpiringSoon(key, now),
    changed_at: changed?.date,
    changed_by: changed?.actor,
    revoked_at: revoked?.date,
    revocation_reason: revoked?.reason,
    revoked_by: revoked?.actor,
    requests: usage && (used?.requests ?? 0),
    refused: usage && (used?.refused ?? 0),
    usage_since: usage?.since,
    last_used_at: used?.last_used_at
  }
}

/** The successors of each key that was rotated. */
export const findSuccessors = (keys: Registry.KeyRegistry): ReadonlyMap<KeyPrefix, ReadonlyArray<KeyPrefix>> => {
  const successors = new Map<KeyPrefix, Array<KeyPrefix>>()
  for (const { identifier, replaces } of keys.values()) {
    if (replaces !== undefined) successors.set(replaces, [...(successors.get(replaces) ?? []), identifier])
  }
  return successors
}

export const printKeyView = (view: KeyView, format: "pretty" | "json"): Effect.Effect<void> =>
  Console.log(format === "json" ? jsonLine(view) : renderKeyView(view))

/** Renders a view as lines of name and value. */
export const renderKeyView = (view: KeyView): string => {
  const age = `${view.age_days} days${view.rotation_due ? ", due for rotation" : ""}`
  return formatRows([
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
    ["Replaced by", view.replaced_by.join(", ")],
    ["Requests", view.requests === undefined ? undefined : `${view.requests} since ${view.usage_since}`],
    ["Refused", view.refused === undefined ? undefined : `${view.refused} of these, beyond the limits`],
    ["Last used", view.requests === 0 ? `not since ${view.usage_since}` : view.last_used_at],
    ["Revoked", dated(view.revoked_at, view.revoked_by)],
    ["Reason", view.revocation_reason]
  ]).join("\n")
}

/** Aligns names and values, without the rows that have no value. */
export const formatRows = (rows: ReadonlyArray<readonly [string, string | undefined]>): ReadonlyArray<string> =>
  rows.flatMap(([name, value = ""]) => (value === "" ? [] : [`${name.padEnd(14)}${value}`]))

const dated = (date: string | undefined, actor: string | undefined): string | undefined =>
  date === undefined || actor === undefined ? date : `${date} by ${actor}`

const remaining = ({ expires_in_days: days }: KeyView): string =>
  days === undefined ? "" : ` (in ${formatCount(days, "day")})`
