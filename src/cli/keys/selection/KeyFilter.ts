import * as Option from "effect/Option"
import type { Environment } from "../../../domain/keys/KeyEvent.ts"
import type { Tier } from "../../../domain/keys/Tier.ts"
import type { KeyView } from "../output/KeyView.ts"

/** Returns a function that is true for the keys that match all options. */
export const makeKeyFilter =
  ({ environment, expiring, olderThan, organization, rotationDue, status, tier }: FilterOptions) =>
  (key: KeyView): boolean =>
    matches(organization, (text) => key.organization.toLowerCase().includes(text.toLowerCase())) &&
    matches(environment, (environment) => key.environment === environment) &&
    matches(tier, (tier) => key.tier === tier) &&
    matches(status, (status) => key.status === status) &&
    matches(olderThan, (days) => key.age_days >= days) &&
    (!rotationDue || key.rotation_due) &&
    (!expiring || key.expires_soon)

interface FilterOptions {
  readonly organization: Option.Option<string>
  readonly environment: Option.Option<Environment>
  readonly tier: Option.Option<Tier>
  readonly status: Option.Option<KeyView["status"]>
  readonly olderThan: Option.Option<number>
  readonly rotationDue: boolean
  readonly expiring: boolean
}

const matches = <A>(option: Option.Option<A>, test: (value: A) => boolean): boolean =>
  Option.isNone(option) || test(option.value)
