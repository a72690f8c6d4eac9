import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { KeyEnvironment, type KeyHolder } from "../../domain/keys/KeyEvent.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { commandRefused } from "../CommandRefused.ts"
import { plainFormatOption } from "../options/Options.ts"
import {
  keyStoreAt,
  choiceOption,
  keysOption,
  lineOption,
  defaultKeys,
  keysOptionHint,
  actorOption,
  contactOption,
  expiresOption
} from "./KeyOptions.ts"
import { printNewApiKey } from "./KeyView.ts"
import { warnOfClock } from "./SelectKey.ts"

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

type IssueKeyInput = Command.Command.Config.Infer<typeof issueKeyOptions>

/** `taxonomy keys issue`: issues a key for a requester (service spec, 5.3). */
export const issueKey = Command.make("issue", issueKeyOptions, (input) => runIssueKey(input)).pipe(
  Command.withExamples([
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional',
      description: "Issue a key for a requester"
    },
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Trial" --expected-volume "50 a day" --environment staging --tier free --contact legal@example.com --expires 30d',
      description: "Issue a key that expires after 30 days"
    },
    { command: "taxonomy keys issue", description: "Answer prompts on a terminal" }
  ])
)

/** Issues a key and prints it, once. */
const runIssueKey = Effect.fnUntraced(
  function* ({
    actor,
    contact,
    environment,
    expectedVolume,
    expires,
    format,
    keys,
    organization,
    tier,
    useCase
  }: IssueKeyInput) {
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
    yield* printNewApiKey(
      yield* Effect.catchTag(
        store.issue(holder, { actor, expiry: Option.getOrUndefined(expires) }),
        "ExpiryPassed",
        ({ message }) => commandRefused(message)
      ),
      format,
      keysOptionHint(keys, store.ledger.location, yield* defaultKeys)
    )
  },
  (effect, { keys }) => Effect.provide(effect, keyStoreAt(keys))
)
