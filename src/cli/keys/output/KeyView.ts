import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { KeyPrefix } from "../../../domain/keys/ApiKey.ts"
import { Environment } from "../../../domain/keys/KeyEvent.ts"
import { isActive, type ApiKeyRecord, type KeyRegistry } from "../../../domain/keys/KeyRegistry.ts"
import { ageInDays, isDueForRotation } from "../../../domain/keys/KeyRotation.ts"
import { Tier } from "../../../domain/keys/Tier.ts"
import { Timestamp } from "../../../domain/ledger/Timestamp.ts"

/** An API key as the commands print it. The names are those of the JSON output. */
export const KeyView = Schema.Struct({
  identifier: KeyPrefix,
  status: Schema.Literals(["active", "revoked"]),
  organization: Schema.String,
  use_case: Schema.String,
  expected_volume: Schema.String,
  environment: Environment,
  tier: Tier,
  issued_at: Timestamp,
  age_days: Schema.Natural,
  /** True if the key is active and older than 90 days. */
  rotation_due: Schema.Boolean,
  replaces: Schema.optionalKey(KeyPrefix),
  replaced_by: Schema.Array(KeyPrefix),
  revoked_at: Schema.optionalKey(Timestamp),
  revocation_reason: Schema.optionalKey(Schema.String)
})
export type KeyView = typeof KeyView.Type

export const toKeyView = (
  keys: KeyRegistry,
  key: ApiKeyRecord,
  now: Timestamp,
  successors = findSuccessors(keys)
): KeyView => {
  const { date, environment, expected_volume, identifier, organization, replaces, revoked, tier, use_case } = key
  return {
    identifier,
    status: isActive(key) ? "active" : "revoked",
    organization,
    use_case,
    expected_volume,
    environment,
    tier,
    issued_at: date,
    age_days: ageInDays(key, now),
    rotation_due: isDueForRotation(key, now),
    ...(replaces === undefined ? {} : { replaces }),
    replaced_by: successors.get(identifier) ?? [],
    ...(revoked === undefined ? {} : { revoked_at: revoked.date, revocation_reason: revoked.reason })
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
    ["Issued", `${view.issued_at} (${age})`],
    ["Replaces", view.replaces],
    ["Replaced by", view.replaced_by.length === 0 ? undefined : view.replaced_by.join(", ")],
    ["Revoked", view.revoked_at],
    ["Reason", view.revocation_reason]
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(14)}${value}`])).join("\n")
}

const viewJson = Schema.encodeSync(Schema.fromJsonString(KeyView))
