import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Environment } from "../../domain/keys/KeyEvent.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keyStoreAt } from "../options/KeysLocation.ts"
import { plainFormatOption } from "../options/Options.ts"
import { choiceOption, defaultKeys, keysOption, keysOptionHint, lineOption } from "./KeyOptions.ts"
import { printNewApiKey } from "./PrintNewApiKey.ts"

/** `taxonomy keys issue`: what the requester's e-mail says goes in, and the key comes out once. */
export const issueKey = Command.make(
  "issue",
  {
    organization: lineOption("organization", "Who the key is for", "Organization name?"),
    useCase: lineOption("use-case", "What the key is for", "Use case?"),
    expectedVolume: lineOption("expected-volume", "How much it will be used", "Expected usage volume?"),
    environment: choiceOption("environment", Environment.literals, "Where it is deployed", "Deployment environment?"),
    tier: choiceOption("tier", Tier.literals, "Which limits it has", "Usage tier?"),
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
  Command.withDescription("Issue a key. It is printed once and cannot be shown again"),
  Command.withExamples([
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional',
      description: "Issue what a requester asked for"
    },
    { command: "taxonomy keys issue", description: "Be asked for each, on a terminal" }
  ]),
  Command.provide(({ keys }) => keyStoreAt(keys))
)
