import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { keyStoreAt } from "../../../../src/cli/keys/KeyOptions.ts"
import { toKeyPrefix } from "../../../../src/domain/keys/ApiKey.ts"
import type { Tier } from "../../../../src/domain/keys/Tier.ts"
import { KeyStore } from "../../../../src/keys/KeyStore.ts"
import { programs } from "../../../support/Programs.ts"
import { exchange } from "../exchange.ts"
import { serverProcess, type ServerProcess } from "../many/ServerProcess.ts"
import { publishRelease, vocabulary } from "../releases.ts"
import { connections, sendAll, type Answer } from "./Connection.ts"

/** Enough that the system gives some to each of two threads: the chance that it does not is one in 2^39. */
const enough = 40

const endAWorker = fileURLToPath(new URL("fixtures/end-a-worker.ts", import.meta.url))

/** A server with two workers, one of which ends on SIGUSR2. */
const twoWorkers = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  const releases = `${folder}/releases`
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  const keys = yield* Effect.provide(Effect.context<KeyStore>(), keyStoreAt(`${folder}/keys.ndjson`))
  const issue = (tier: Tier) =>
    Effect.flatMap(KeyStore, (store) => store.issue({ ...holder, tier })).pipe(
      Effect.map(({ key }) => Redacted.value(key)),
      Effect.provideContext(keys),
      Effect.orDie
    )
  const revoke = (key: string) =>
    Effect.flatMap(KeyStore, (store) => store.revoke(toKeyPrefix(key), "A test")).pipe(
      Effect.provideContext(keys),
      Effect.orDie
    )
  const key = yield* issue("enterprise")
  const server = yield* serverProcess(["--workers", "2", "--releases", releases, "--keys", `${folder}/keys.ndjson`], {
    NODE_OPTIONS: `--import=${endAWorker}`
  })
  return { folder, releases, key, issue, revoke, server }
})

describe("a server with two workers", () => {
  it.live("serves each release and refuses each revoked key in both at once, as soon as it says so", () =>
    Effect.gen(function* () {
      const { issue, key, releases, revoke, server } = yield* twoWorkers
      const all = yield* connections(enough, server.port)
      assert.deepStrictEqual(yield* newestVersions(all, key), ["v1.0"])

      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "TEXT"), "2026-02-15T10:00:00Z")
      yield* untilAsync(
        Effect.map(Effect.orDie(exchange(server.adminPort, "/ready")), ({ bytes }) =>
          /"sequence":2/.test(String(bytes))
        )
      )
      assert.deepStrictEqual(yield* newestVersions(all, key), ["v1.1"])
      // The coordinator has the older release, and lends it to both.
      const older = (yield* sendAll(all, "/v1/licenses?version=v1.0", key, 2)).flat()
      assert.strictEqual(count(older, 200), 2 * enough)
      assert.deepStrictEqual(distinct(older.map((answer) => answer?.headers["x-taxonomy-version"])), ["v1.0"])

      const other = yield* issue("enterprise")
      yield* untilAsync(hasMetric(server, "taxonomy_keys_active", 2))
      assert.deepStrictEqual(yield* statuses(all, other), [200])
      yield* revoke(other)
      yield* untilAsync(hasMetric(server, "taxonomy_keys_active", 1))
      assert.deepStrictEqual(yield* statuses(all, other), [403])

      const fs = yield* FileSystem.FileSystem
      yield* fs.writeFileString(`${releases}/ledger.ndjson`, "damaged")
      const health = Effect.orDie(exchange(server.port, "/api/taxonomy/health"))
      yield* untilAsync(Effect.map(health, ({ bytes }) => String(bytes).includes('"degraded"')))
      assert.deepStrictEqual(yield* newestVersions(all, key), ["v1.1"])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("allows exactly the quota of a key, counts each request once, and logs it in a line", () =>
    Effect.gen(function* () {
      const { issue, server } = yield* twoWorkers
      const all = yield* connections(enough, server.port)
      for (let burst = 1; burst <= 3; burst++) {
        const key = yield* issue("professional")
        yield* untilAsync(hasMetric(server, "taxonomy_keys_active", burst + 1))
        const answers = (yield* sendAll(all, "/v1/schema", key, 30)).flat()
        assert.strictEqual(count(answers, 200), 1000)
        assert.strictEqual(count(answers, 429), 200)
        const total = (status: number) => `taxonomy_http_requests_total{route="schema",status="${status}"}`
        assert.isTrue(yield* hasMetric(server, total(200), 1000 * burst))
        assert.isTrue(yield* hasMetric(server, total(429), 200 * burst))
      }
      assert.strictEqual(yield* server.stop, 0)
      // Without the line on stdout that names the address.
      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
      const messages = lines.map((line): unknown => JSON.parse(line).message)
      assert.strictEqual(messages.filter((message) => message === "request").length, 3600)
      const drained = lines.filter((line) => line.includes('"message":"Draining: '))
      assert.deepStrictEqual(new Set(drained.map((line): unknown => JSON.parse(line).worker)), new Set([1, 2]))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("fails no request of other connections if a worker ends under load, and replaces it", () =>
    Effect.gen(function* () {
      const { key, server } = yield* twoWorkers
      const all = yield* connections(enough, server.port)
      yield* sendAll(all, "/v1/schema", key, 1)
      const loading = yield* Effect.forkChild(sendAll(all, "/v1/schema", key, 200))
      yield* server.signal("SIGUSR2")
      yield* untilAsync(hasMetric(server, "taxonomy_workers_restarts_total", 1))
      const answers = yield* Fiber.join(loading)
      const unbroken = answers.filter((ofOne) => !ofOne.includes(undefined))
      assert.isTrue(unbroken.length > 0 && unbroken.length < enough)
      assert.isTrue(unbroken.flat().every((answer) => answer?.status === 200))

      yield* untilAsync(hasMetric(server, "taxonomy_workers", 2))
      const received = count(answers.flat(), 200) + enough
      const { bytes } = yield* Effect.orDie(exchange(server.adminPort, "/metrics"))
      const counted = Number(
        /taxonomy_http_requests_total\{route="schema",status="200"\} (\d+)/.exec(String(bytes))?.[1]
      )
      // What the worker has counted since it last told the coordinator is lost with it, but no count goes back.
      assert.isAtLeast(counted, unbroken.length * 201)
      assert.isAtLeast(received, counted - enough)
      assert.deepStrictEqual(yield* statuses(yield* connections(enough, server.port), key), [200])
      assert.strictEqual(yield* server.stop, 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("says why it cannot start", () =>
    Effect.gen(function* () {
      const { folder, releases, server } = yield* twoWorkers
      const start = (...options: ReadonlyArray<string>) =>
        Effect.sync(() =>
          spawnSync(
            process.execPath,
            [
              programs.taxonomy,
              "serve",
              "--workers=2",
              `--releases=${releases}`,
              `--keys=${folder}/keys.ndjson`,
              ...options
            ],
            { encoding: "utf8" }
          )
        )
      const onUsedPort = yield* start(`--port=${server.port}`)
      assert.strictEqual(onUsedPort.status, 3)
      assert.match(onUsedPort.stderr, /^error: Cannot listen on port \d+ of 127\.0\.0\.1: the port is in use\./m)
      const withoutRedis = yield* start("--port=0", "--limits=nonsense")
      assert.strictEqual(withoutRedis.status, 2)
      assert.match(withoutRedis.stderr, /^error: --limits takes memory or the URL of a Redis\./m)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("answers every request that it has received when it drains, even while it replaces a worker", () =>
    Effect.gen(function* () {
      const { key, server } = yield* twoWorkers
      const all = yield* connections(enough, server.port)
      yield* sendAll(all, "/v1/schema", key, 1)
      yield* server.signal("SIGUSR2")
      yield* untilAsync(hasMetric(server, "taxonomy_workers_restarts_total", 1))
      const left = (yield* sendAll(all, "/v1/schema", key, 1)).flatMap(([answer], index) =>
        answer === undefined ? [] : (all[index] ?? [])
      )
      const loading = yield* Effect.forkChild(sendAll(left, "/v1/schema", key, 10_000))
      assert.strictEqual(yield* server.stop, 0)
      for (const answers of yield* Fiber.join(loading)) {
        // The last response announces the end of its connection, unless this process sent nothing for half a second.
        const last = answers.findLastIndex((answer) => answer !== undefined)
        assert.isTrue(answers.slice(0, last + 1).every((answer) => answer?.status === 200))
        const closing = answers.findIndex((answer) => answer?.headers["connection"] === "close")
        assert.include([-1, last], closing)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})

const holder = {
  organization: "A studio",
  use_case: "Tests",
  expected_volume: "Much",
  environment: "development"
} as const

type Connections = Effect.Success<ReturnType<typeof connections>>

const statuses = (all: Connections, key: string) =>
  Effect.map(sendAll(all, "/v1/schema", key, 1), (answers) => distinct(answers.flat().map((answer) => answer?.status)))

const newestVersions = (all: Connections, key: string) =>
  Effect.map(sendAll(all, "/v1/schema", key, 1), (answers) =>
    distinct(answers.flat().map((answer) => answer?.headers["x-latest-version"]))
  )

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

const count = (answers: ReadonlyArray<Answer | undefined>, status: number): number =>
  answers.filter((answer) => answer?.status === status).length

const hasMetric = ({ adminPort }: ServerProcess, name: string, value: number) =>
  Effect.map(Effect.orDie(exchange(adminPort, "/metrics")), ({ bytes }) =>
    String(bytes).includes(`\n${name} ${value}\n`)
  )

const untilAsync = (holds: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.flatMap(holds, (held) => (held ? Effect.void : Effect.delay(untilAsync(holds), "20 millis")))
