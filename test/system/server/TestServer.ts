import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import * as Redacted from "effect/Redacted"
import { keyStoreAt } from "../../../src/cli/keys/KeyOptions.ts"
import { toKeyPrefix } from "../../../src/domain/keys/ApiKey.ts"
import type { KeyTerms } from "../../../src/domain/keys/KeyCommands.ts"
import type { KeyHolder } from "../../../src/domain/keys/KeyEvent.ts"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { KeyStore } from "../../../src/keys/KeyStore.ts"
import { currentInstant, makeMemoryLimiter, type Limiter } from "../../../src/limits/Limiter.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import type { ServerLimits } from "../../../src/server/node/ServerLimits.ts"
import { registerStatusMetrics } from "../../../src/server/observability/Metrics.ts"
import { makeRequestLog } from "../../../src/server/observability/RequestLog.ts"
import { serveReads } from "../../../src/server/ReadServer.ts"
import { loadExplorerAssets } from "../../../src/site/ExplorerAssets.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send, type Received, type Sent } from "./request.ts"

export const upgradeUrl = "https://licensing.example/upgrade"

/** What is published before the server starts: releases of one day, by version, or whatever is done to the folder. */
type Published =
  | Readonly<Record<string, Taxonomy>>
  | ((releases: string) => Effect.Effect<void, never, NodeServices.NodeServices>)

/** A real server on a free port, over releases that were really published and keys that were really issued. */
export class TestServer extends Context.Service<
  TestServer,
  {
    readonly port: number
    /** The folder of the releases. The ledger of keys lies beside it, in `keys.ndjson`. */
    readonly releases: string
    readonly limiter: Limiter
    /** The enterprise key that `get` sends. */
    readonly key: string
    /** All that was logged about requests. */
    readonly logged: () => string
    /** The bytes of a file under `releases/`. */
    readonly file: (path: string) => Effect.Effect<Buffer>
    /** Issues a key and waits until the server knows it. */
    readonly newKey: (tier: Tier) => Effect.Effect<{ readonly key: string; readonly identifier: string }>
    readonly revoke: (identifier: string) => Effect.Effect<void>
    /** Changes the terms of a key. The server knows them a moment later. */
    readonly change: (identifier: string, terms: KeyTerms) => Effect.Effect<void>
    /** Sends a request for a path below `/api/taxonomy` with an enterprise key, where no other is given. */
    readonly get: (path: string, sent?: Sent & { readonly key?: string | undefined }) => Effect.Effect<Received>
  }
>()("taxonomy-licensing-data-service/test/system/server/TestServer") {
  static readonly layer = (
    published: Published = { "1.0.0": vocabulary("EDU", "TEXT-1.5") },
    limits: Partial<ServerLimits> = {},
    trustedProxy: ReadonlyArray<string> = []
  ) =>
    Layer.effect(
      TestServer,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
        const releases = `${folder}/releases`
        yield* typeof published === "function"
          ? published(releases)
          : Effect.forEach(
              Object.entries(published),
              ([version, taxonomy]) => publishRelease(releases, version, taxonomy),
              { discard: true }
            )

        let log = ""
        const limiter = makeMemoryLimiter()
        const services = yield* Layer.build(
          Layer.mergeAll(
            CurrentCatalog.layer(releases, { pollInterval: "20 millis" }),
            KeyRing.layer({ pollInterval: "5 millis" }).pipe(Layer.provideMerge(keyStoreAt(`${folder}/keys.ndjson`)))
          )
        )
        const store = Context.get(services, KeyStore)
        const ring = Context.get(services, KeyRing)
        yield* Effect.provideContext(registerStatusMetrics, services)
        const address = yield* serveReads({
          host: "127.0.0.1",
          port: 0,
          basePath: "/api/taxonomy",
          upgradeUrl,
          explorer: loadExplorerAssets,
          limiter,
          limits,
          trustedProxy,
          log: yield* makeRequestLog({ write: (text) => (log += text) })
        }).pipe(Effect.provideContext(services))
        const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port

        const newKey = Effect.fnUntraced(function* (tier: Tier) {
          const key = Redacted.value((yield* store.issue({ ...holder, tier })).key)
          yield* waitUntil(() => ring.authenticate(`Bearer ${key}`)._tag === "Accepted")
          return { key, identifier: toKeyPrefix(key) }
        }, Effect.orDie)
        const usual = yield* newKey("enterprise")

        return TestServer.of({
          port,
          releases,
          limiter,
          key: usual.key,
          logged: () => log,
          file: (path) => Effect.map(Effect.orDie(fs.readFile(`${releases}/${path}`)), (bytes) => Buffer.from(bytes)),
          newKey,
          change: (identifier, terms) => Effect.orDie(Effect.asVoid(store.change(identifier, terms))),
          revoke: (identifier) => Effect.orDie(Effect.asVoid(store.revoke(identifier, "A test"))),
          get: (path, { headers, key = usual.key, ...sent } = {}) =>
            send(port, `/api/taxonomy${path}`, { ...sent, headers: { Authorization: `Bearer ${key}`, ...headers } })
        })
      })
    ).pipe(Layer.provide(NodeServices.layer))
}

/** Uses up requests of a key some time ago, as many as given. */
export const use = Effect.fnUntraced(function* (identifier: string, tier: Tier, count: number, secondsAgo = 0) {
  const { limiter } = yield* TestServer
  const { monotonicMillis, unixMillis } = yield* currentInstant
  const then = { unixMillis: unixMillis - secondsAgo * 1000, monotonicMillis: monotonicMillis - secondsAgo * 1000 }
  for (let made = 0; made < count; made++) yield* limiter.charge(identifier, tier, then)
})

/** Starts a measurement, and gives the seconds since then by the clock of the limits. */
export const stopwatch = Effect.map(currentInstant, (begun) =>
  Effect.map(currentInstant, (now) => (now.monotonicMillis - begun.monotonicMillis) / 1000)
)

/** Looks again every few milliseconds; the test's own time limit is the bound. */
export const waitUntil = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.delay(waitUntil(holds), "5 millis")))

const holder: Omit<KeyHolder, "tier"> = {
  organization: "A studio",
  use_case: "Tests",
  expected_volume: "Little",
  environment: "development"
}
