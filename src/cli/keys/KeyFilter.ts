import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { Environment } from "../../domain/keys/KeyEvent.ts"
import { rotationDays } from "../../domain/keys/KeyRotation.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { defaultNote, withNotes } from "../options/EnvironmentOption.ts"
import { KeyView } from "./KeyView.ts"

const anyKey = defaultNote("all")

/**
 * Which keys to list. Not to be set in the environment, as the options of other commands can be: whoever lists keys
 * should know that some are left out.
 */
export const filterFlags = {
  organization: Flag.String("organization").pipe(
    withNotes("Only keys of organizations whose name holds this text, in capitals or not", anyKey),
    Flag.optional
  ),
  environment: only("environment", Environment.literals, "Only keys that are deployed there"),
  tier: only("tier", Tier.literals, "Only keys with these limits"),
  status: only(
    "status",
    KeyView.fields.status.literals,
    "Only keys that are accepted, or only those that no longer are"
  ),
  olderThan: Flag.String("older-than").pipe(
    Flag.withMetavar("days"),
    withNotes("Only keys that were issued so many days ago, or before", anyKey),
    Flag.filterMap(
      (text) => (/^\d{1,9}$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of days from 0"
    ),
    Flag.optional
  ),
  rotationDue: Flag.Boolean("rotation-due").pipe(
    withNotes(`Only active keys that are older than ${rotationDays} days`, defaultNote("no")),
    Flag.withDefault(false)
  )
}

interface KeyFilter {
  readonly organization: Option.Option<string>
  readonly environment: Option.Option<Environment>
  readonly tier: Option.Option<Tier>
  readonly status: Option.Option<KeyView["status"]>
  readonly olderThan: Option.Option<number>
  readonly rotationDue: boolean
}

/** Whether a key meets all that is asked. */
export const isWanted =
  ({ environment, olderThan, organization, rotationDue, status, tier }: KeyFilter) =>
  (key: KeyView): boolean =>
    meets(organization, (text) => key.organization.toLowerCase().includes(text.toLowerCase())) &&
    meets(environment, (wanted) => key.environment === wanted) &&
    meets(tier, (wanted) => key.tier === wanted) &&
    meets(status, (wanted) => key.status === wanted) &&
    meets(olderThan, (days) => key.age_days >= days) &&
    (!rotationDue || key.rotation_due)

const meets = <A>(asked: Option.Option<A>, test: (value: A) => boolean): boolean =>
  Option.isNone(asked) || test(asked.value)

function only<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  return Flag.Literals(name, words).pipe(withNotes(description, anyKey), Flag.optional)
}
