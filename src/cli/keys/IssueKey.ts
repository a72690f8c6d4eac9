import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Environment } from "../../domain/keys/KeyEvent.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { choiceOption, defaultKeys, keysOption, keysOptionHint, lineOption } from "./KeyOptions.ts"
import { printNewApiKey } from "./PrintNewApiKey.ts"

/** `taxonomy keys issue`: issues a key for a requester (service spec, 5.3). */
export const issueKey = Command.make(
  "issue",
  {
    organization: lineOption("organization", "Organization that requested the key", "Organization"),
    useCase: lineOption("use-case", "Purpose of the key", "Use case"),
    expectedVolume: lineOption("expected-volume", "Expected number of requests", "Expected usage volume"),
    environment: choiceOption("environment", Environment.literals, "Deployment environment", "Deployment environment"),
    tier: choiceOption("tier", Tier.literals, "Usage tier, which decides the rate limits", "Usage tier"),
    keys: keysOption,
    format: plainFormatOption
  },
  Effect.fnUntraced(function* ({ environment, expectedVolume, format, organization, tier, useCase, keys }) {
    const store = yield* KeyStore
    const holder = { organization, use_case: useCase, expected_volume: expectedVolume, environment, tier }
    yield* printNewApiKey(
      yield* store.issue(holder),
      format,
      keysOptionHint(keys, store.ledger.location, yield* defaultKeys)
    )
  })
).pipe(
  Command.withDescription("Issue an API key and print it, once"),
  Command.withExamples([
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional',
      description: "Issue a key for a requester"
    },
    { command: "taxonomy keys issue", description: "Answer prompts on a terminal" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)
