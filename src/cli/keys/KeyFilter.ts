import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { Environment } from "../../domain/keys/KeyEvent.ts"
import { rotationDays } from "../../domain/keys/KeyRotation.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { defaultNote, withNotes } from "../options/EnvironmentOption.ts"
import { KeyView } from "./KeyView.ts"

const anyKey = defaultNote("all")

/**
 * The options that select keys for `taxonomy keys list`. The environment cannot set them, unlike other options: an
 * operator should know that keys are left out.
 */
export const filterOptions = {
  organization: Flag.String("organization").pipe(
    withNotes("Only keys whose organization contains this text (case-insensitive)", anyKey),
    Flag.optional
  ),
  environment: only("environment", Environment.literals, "Only keys of this environment"),
  tier: only("tier", Tier.literals, "Only keys of this tier"),
  status: only("status", KeyView.fields.status.literals, "Only active or only revoked keys"),
  olderThan: Flag.String("older-than").pipe(
    Flag.withMetavar("days"),
    withNotes("Only keys issued at least this number of days ago", anyKey),
    Flag.filterMap(
      (text) => (/^\d{1,9}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of days, 0 or more"
    ),
    Flag.optional
  ),
  rotationDue: Flag.Boolean("rotation-due").pipe(
    withNotes(`Only active keys older than ${rotationDays} days`, defaultNote("no")),
    Flag.withDefault(false)
  )
}

interface FilterOptions {
  readonly organization: Option.Option<string>
  readonly environment: Option.Option<Environment>
  readonly tier: Option.Option<Tier>
  readonly status: Option.Option<KeyView["status"]>
  readonly olderThan: Option.Option<number>
  readonly rotationDue: boolean
}

/** Returns a function that is true for the keys that match all options. */
export const makeKeyFilter =
  ({ environment, olderThan, organization, rotationDue, status, tier }: FilterOptions) =>
  (key: KeyView): boolean =>
    matches(organization, (text) => key.organization.toLowerCase().includes(text.toLowerCase())) &&
    matches(environment, (environment) => key.environment === environment) &&
    matches(tier, (tier) => key.tier === tier) &&
    matches(status, (status) => key.status === status) &&
    matches(olderThan, (days) => key.age_days >= days) &&
    (!rotationDue || key.rotation_due)

const matches = <A>(option: Option.Option<A>, test: (value: A) => boolean): boolean =>
  Option.isNone(option) || test(option.value)

function only<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  return Flag.Literals(name, words).pipe(withNotes(description, anyKey), Flag.optional)
}
