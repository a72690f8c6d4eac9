import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { Environment } from "../../../domain/keys/KeyEvent.ts"
import { expiryNoticeDays } from "../../../domain/keys/KeyExpiry.ts"
import { rotationDays } from "../../../domain/keys/KeyRotation.ts"
import { Tier } from "../../../domain/keys/Tier.ts"
import { defaultNote, withNotes } from "../../options/EnvironmentOption.ts"
import type { KeyView } from "../output/KeyView.ts"

const anyKey = defaultNote("all")

const statuses = ["active", "expired", "revoked"] as const satisfies ReadonlyArray<KeyView["status"]>

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
  status: only("status", statuses, "Only active, expired or revoked keys"),
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
  ),
  expiring: Flag.Boolean("expiring").pipe(
    withNotes(`Only active keys that expire within ${expiryNoticeDays} days`, defaultNote("no")),
    Flag.withDefault(false)
  )
}

function only<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  return Flag.Literals(name, words).pipe(withNotes(description, anyKey), Flag.optional)
}
