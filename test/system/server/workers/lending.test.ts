import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import { makeBodyLending } from "../../../../src/server/workers/coordinator/BodyLending.ts"
import { makeReplication, type Replica } from "../../../../src/server/workers/coordinator/Replication.ts"
import type { ToWorker } from "../../../../src/server/workers/WorkerMessages.ts"
import { publishRelease, vocabulary } from "../releases.ts"
import { noReleases, servedFrom, until } from "../servedFrom.ts"

layer(NodeServices.layer, { excludeTestServices: true })("the bodies that workers borrow", (it) => {
  it.effect("include those of a release that a worker serves before the coordinator does", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      const reloads = yield* PubSub.unbounded<void>({ replay: 1 })
      const replication = makeReplication()
      const served = yield* servedFrom(releases, {
        pollInterval: "1 hour",
        reloads: Stream.fromPubSub(reloads),
        onChange: replication.setCatalog,
        convertBodies: replication.share
      })

      const lending = makeBodyLending(served.bodies, replication)
      const told: Array<ToWorker> = []
      const replica: Replica = {
        tell: (message) => void told.push(message),
        give: (order) => {
          const [older] = order._tag === "Catalog" ? order.update.events : []
          if (older?._tag !== "ReleasePublished") return Effect.die("A release was expected")
          assert.deepStrictEqual(served.defaults(), ["1.0.0"])
          return lending.receive({ _tag: "LoadBodies", manifest: older.manifest }, replica.tell)
        }
      }
      replication.join(replica)
      // Two at once, so that the older one is not pinned.
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"), "2026-02-15T10:00:00Z")
      yield* publishRelease(releases, "1.2.0", vocabulary("EDU", "FILM", "GAME"), "2026-03-15T10:00:00Z")
      yield* PubSub.publish(reloads, undefined)
      yield* until(() => served.defaults()[0] === "1.2.0" || served.status().failedReloads > 0)
      assert.deepStrictEqual(
        told.map(({ _tag }) => _tag),
        ["Bodies"]
      )
    })
  )

  it.effect("are refused if they do not fit into memory", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"), "2026-02-15T10:00:00Z")
      const replication = makeReplication()
      const served = yield* servedFrom(releases, {
        onChange: replication.setCatalog,
        convertBodies: (release, bodies) => {
          if (release.version === "1.0.0") throw new RangeError("Array buffer allocation failed")
          return replication.share(release, bodies)
        }
      })
      const { manifest } = served.release("1.0.0")
      const told: Array<ToWorker> = []
      const lent = makeBodyLending(served.bodies, replication).receive(
        { _tag: "LoadBodies", manifest },
        (message) => void told.push(message)
      )
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(lent)))
      const problem = { file: "v1.0.0", reason: "Array buffer allocation failed", missing: false }
      assert.deepStrictEqual(told, [{ _tag: "BodiesBroken", manifest, problem }])
    })
  )
})
