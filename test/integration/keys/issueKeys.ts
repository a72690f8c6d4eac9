import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { holder, storeIn } from "./storeIn.ts"

// A process of its own: issues as many keys as it is told to, and prints each identifier once its key is kept.
const [location = "", count = "1"] = process.argv.slice(2)

NodeRuntime.runMain(
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* storeIn(location)
      for (let issued = 0; issued < Number(count); issued++) {
        const { event } = yield* store.issue(holder)
        yield* Console.log(event.identifier)
      }
    })
  )
)
