import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { publishRelease } from "../../../test/system/server/releases.ts"
import { changeReleases, vocabularyOf } from "./ReleaseChange.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** Publishes release 1.n.0. */
export const publishMinor = (releases: string, minor: number): Promise<void> =>
  Effect.runPromise(
    publishRelease(releases, `1.${minor}.0`, vocabularyOf(minor)).pipe(Effect.provide(NodeServices.layer))
  )

/** A release with one more license is published. */
export const releasePublished: SoakEvent = {
  name: "release-published",
  uses: ["releases"],
  isFault: false,
  begin: (stage) =>
    changeReleases(
      stage,
      (state) => ({ ...state, published: state.published + 1 }),
      ({ published }) => publishMinor(stage.releases, published)
    )
}
