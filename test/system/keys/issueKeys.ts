import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readSigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"
import { holder, storeIn } from "./storeIn.ts"

// A process that issues a number of keys and prints the prefix of each when it is stored.
const [location = "", count = "1"] = process.argv.slice(2)

NodeRuntime.runMain(
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* storeIn(location, undefined, yield* readSigningKeys("TAXONOMY_KEYS_LOG_KEY"))
      for (let issued = 0; issued < Number(count); issued++) {
        const { event } = yield* store.issue(holder)
        yield* Console.log(event.identifier)
      }
    })
  ).pipe(Effect.provide(NodeServices.layer))
)
