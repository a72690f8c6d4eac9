import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { newestMinor } from "../world/ReleaseState.ts"
import { changeReleases } from "./ReleaseChange.ts"
import { releasePublished } from "./ReleasePublished.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** The newest release is published, and withdrawn when it is in force. */
export const releaseWithdrawn: SoakEvent = {
  name: "release-withdrawn",
  uses: ["releases"],
  isFault: false,
  begin: async (stage) => {
    await releasePublished.begin(stage)
    await changeReleases(
      stage,
      (state) => ({ ...state, withdrawn: [...state.withdrawn, newestMinor(state)] }),
      async ({ published }) => {
        const version = Version.make(`1.${published}.0`)
        await Effect.runPromise(
          appendEvent(stage.releases, (history) =>
            withdraw(history, { version, date: "2026-02-01T10:00:00Z", reason: "Soak" })
          ).pipe(Effect.provide(NodeServices.layer))
        )
      }
    )
  }
}
