import * as Option from "effect/Option"
import { KeyEnvironment, type KeyHolder } from "../../domain/keys/KeyEvent.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { choiceOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption, makeCommand } from "../options/Options.ts"
import {
  keysOption,
  lineOption,
  keysOptionHint,
  actorOption,
  contactOption,
  expiresOption,
  warnOfClock,
  atKeyStore
} from "./KeyOptions.ts"
import { printNewApiKey } from "./KeyView.ts"

const issueKeyOptions = {
  organization: lineOption("organization", "Organization that requested the key", "Organization"),
  useCase: lineOption("use-case", "Purpose of the key", "Use case"),
  expectedVolume: lineOption("expected-volume", "Expected number of requests", "Expected usage volume"),
  environment: choiceOption("environment", KeyEnvironment.literals, "Deployment environment", "Deployment environment"),
  tier: choiceOption("tier", Tier.literals, "Usage tier, which decides the rate limits", "Usage tier"),
  contact: contactOption,
  expires: expiresOption,
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

/** `taxonomy keys issue`: issues a key for a requester and prints it, once (service spec, 5.3). */
export const issueKey = makeCommand("issue", issueKeyOptions, {
  'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional':
    "Issue a key for a requester",
  'taxonomy keys issue --organization "Example Sports Law" --use-case "Trial" --expected-volume "50 a day" --environment staging --tier free --contact legal@example.com --expires 30d':
    "Issue a key that expires after 30 days",
  "taxonomy keys issue": "Answer prompts on a terminal"
})(function* (input) {
  const { actor, contact, environment, expectedVolume, expires, format, keys, organization, tier, useCase } = input
  const store = yield* KeyStore
  const holder: KeyHolder = {
    organization,
    use_case: useCase,
    expected_volume: expectedVolume,
    environment,
    tier,
    ...(Option.isNone(contact) ? {} : { contact: contact.value })
  }
  yield* warnOfClock(yield* store.keys)
  const issued = yield* store.issue(holder, { actor, expiry: Option.getOrUndefined(expires) })
  yield* printNewApiKey(issued, format, yield* keysOptionHint(keys))
}).pipe(atKeyStore)
