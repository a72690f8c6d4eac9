import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { type LifecycleDecision, endMajor, withdraw } from "../../src/domain/release/LifecycleCommands.ts"
import type { ReleaseEvent } from "../../src/domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { appendEvent } from "../../src/release/Publish.ts"
import { patience } from "../support/Patience.ts"
import { loadOn, noFailures } from "../system/server/load/Load.ts"
import { pace, witness, type Seen } from "../system/server/load/Witness.ts"
import { publishRelease, vocabulary } from "../system/server/releases.ts"
import { TestServer } from "../system/server/TestServer.ts"

const date = "2026-01-15T10:00:00Z"

/** A taxonomy with so many values more than at first. That its dimension is required is what the second major breaks. */
const withValues = (count: number, required = true): Taxonomy => {
  const first = vocabulary("EDU")
  return {
    ...first,
    dimensions: first.dimensions.map((dimension) => ({
      ...dimension,
      // Long enough to be compressed, and short enough to be compressed a hundred times.
      description: "What it is used for. ".repeat(100).trim(),
      required,
      values: [
        ...dimension.values,
        ...Array.from({ length: count }, (_, index) => ({
          code: `v${index}`,
          label: `V${index}`,
          description: "More."
        }))
      ]
    }))
  }
}

interface Growth {
  /** The release of the second major that is served from then on. */
  readonly newest: string
  readonly grow: (releases: string) => Effect.Effect<void, never, NodeServices.NodeServices>
}

/** A hundred times that a ledger grows: the first major ends, and of the second one, every tenth release is withdrawn. */
const growths = (): ReadonlyArray<Growth> => {
  const end = { major: 1, date, reason: "It is over" }
  const all: Array<Growth> = [{ newest: "2.0.0", grow: recording((history) => endMajor(history, end)) }]
  for (let minor = 1; minor <= 90; minor++) {
    const newest = `2.${minor}.0`
    const before = all.at(-1)?.newest ?? ""
    all.push({
      newest,
      grow: (releases) => Effect.orDie(publishRelease(releases, newest, withValues(minor), date))
    })
    if (minor % 10 > 0) continue
    const command = { version: Version.make(newest), date, reason: "It was wrong" }
    all.push({ newest: before, grow: recording((history) => withdraw(history, command)) })
  }
  return all
}

const recording =
  (decide: (history: ReleaseHistory) => LifecycleDecision<ReleaseEvent>): Growth["grow"] =>
  (releases) =>
    Effect.orDie(Effect.asVoid(appendEvent(releases, decide)))

/** Five share one thread with the server, which is to get on with its own work. */
const paceOfMany = Schedule.spaced("20 millis")

const shortOf = (version: string) => `v${version.split(".").slice(0, 2).join(".")}`

const artifacts: ReadonlyMap<string, string> = new Map([
  ["/v1/licenses", "licenses.json"],
  ["/v2/licenses", "licenses.json"],
  ["/v2/licenses/EDU", "licenses/EDU.json"],
  ["/v2/dimensions", "dimensions.json"],
  ["/v2/schema", "schema.json"]
])

const Manifest = Schema.fromJsonString(
  Schema.Struct({ files: Schema.Record(Schema.String, Schema.Struct({ sha256: Schema.String })) })
)

// A hundred lines tell nobody anything.
const quiet = Logger.layer([])

layer(
  TestServer.layer((releases) =>
    Effect.andThen(
      publishRelease(releases, "1.0.0", withValues(0, false), date),
      publishRelease(releases, "2.0.0", withValues(0), date)
    ).pipe(Effect.orDie)
  ).pipe(Layer.provide(quiet)),
  { excludeTestServices: true }
)("a server under load whose ledger grows a hundred times", (it) => {
  it.effect("fails no request and sends each response complete and of one release", () =>
    Effect.gen(function* () {
      const { get, key, port, releases } = yield* TestServer
      const load = yield* loadOn(port, "/api/taxonomy/v2/schema", key)
      let stopped = false
      const witnesses = yield* Effect.forkChild(
        Effect.forEach(
          [...artifacts.keys()].map((path, index) => ({
            path,
            key,
            coding: ["br", "gzip", "identity"][index % 3] ?? ""
          })),
          (asked) => witness(port, asked, () => stopped, paceOfMany),
          { concurrency: "unbounded" }
        )
      )
      // Loading the program that asks takes a while.
      yield* load.atLeast(100)
      const all = growths()
      assert.strictEqual(all.length, 100)
      for (const { grow, newest } of all) {
        yield* grow(releases)
        yield* Effect.repeat(get("/v2/licenses"), {
          schedule: pace,
          until: ({ headers }) => headers["x-taxonomy-version"] === shortOf(newest)
        }).pipe(Effect.timeout(patience))
      }
      yield* load.atLeast(500)
      stopped = true
      const witnessed = yield* Fiber.join(witnesses)
      const { answered, failures } = yield* load.stop
      assert.deepStrictEqual(failures, noFailures)
      assert.isAtLeast(answered, 500)

      for (const { connections, path, seen } of witnessed) {
        assert.strictEqual(connections, 1)
        for (const one of seen) assertOfOneRelease(releases, one)
        assertInOrder(
          seen.map(({ release }) => release),
          path.startsWith("/v1/") ? ["1.0.0"] : all.map(({ newest }) => newest)
        )
      }
      const { headers } = yield* get("/v1/licenses")
      assert.include(headers["x-deprecation-warning"], "It is over")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** The body is the one that the release's manifest names, and all that names a release names that one. */
const assertOfOneRelease = (releases: string, { coding, etag, header, path, release, sha256, version }: Seen) => {
  const manifest = Schema.decodeSync(Manifest)(readFileSync(`${releases}/v${release}/manifest.json`, "utf8"))
  assert.strictEqual(sha256, manifest.files[artifacts.get(path) ?? ""]?.sha256)
  assert.strictEqual(etag, coding === "identity" ? `"${sha256}"` : `"${sha256}-${coding}"`)
  assert.deepStrictEqual([header, version], [shortOf(release), shortOf(release)])
}

/** Some may be left out, but none comes that should have gone. */
const assertInOrder = (seen: ReadonlyArray<string>, expected: ReadonlyArray<string>) => {
  let reached = 0
  for (const release of seen) {
    reached = expected.indexOf(release, reached)
    assert.notStrictEqual(reached, -1, `${release} in ${seen.join(" ")}`)
  }
}
