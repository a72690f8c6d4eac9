import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import * as Redacted from "effect/Redacted"
import { identifierOf } from "../../src/domain/Key.ts"
import type { KeyHolder } from "../../src/domain/KeyEvent.ts"
import type { Taxonomy } from "../../src/domain/Taxonomy.ts"
import type { Tier } from "../../src/domain/Tier.ts"
import { KeyRing } from "../../src/keys/KeyRing.ts"
import { KeyStore } from "../../src/keys/KeyStore.ts"
import { makeLimiter, type Limiter } from "../../src/limits/Limiter.ts"
import { CurrentCatalog } from "../../src/server/CurrentCatalog.ts"
import { serveReads } from "../../src/server/ReadServer.ts"
import { makeRequestLog } from "../../src/server/RequestLog.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send, type Received, type Sent } from "./request.ts"

export const upgradeUrl = "https://licensing.example/upgrade"

/** A real server on a free port, over releases that were really published and keys that were really issued. */
export class TestServer extends Context.Service<
  TestServer,
  {
    readonly port: number
    readonly limiter: Limiter
    /** All that was logged about requests. */
    readonly logged: () => string
    /** The bytes of a file under `releases/`. */
    readonly file: (path: string) => Effect.Effect<Buffer>
    /** Issues a key and waits until the server knows it. */
    readonly newKey: (tier: Tier) => Effect.Effect<{ readonly key: string; readonly identifier: string }>
    readonly revoke: (identifier: string) => Effect.Effect<void>
    /** Sends a request for a path below `/api/taxonomy` with an enterprise key, where no other is given. */
    readonly get: (path: string, sent?: Sent & { readonly key?: string | undefined }) => Effect.Effect<Received>
  }
>()("taxonomy-licensing-data-service/test/server/TestServer") {
  static readonly layer = (
    published: Readonly<Record<string, Taxonomy>> = { "1.0.0": vocabulary("EDU", "TEXT-1.5") }
  ) =>
    Layer.effect(
      TestServer,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
        const releases = `${folder}/releases`
        for (const [version, taxonomy] of Object.entries(published)) yield* publishRelease(releases, version, taxonomy)

        let log = ""
        const limiter = makeLimiter()
        const services = yield* Layer.build(
          Layer.mergeAll(
            CurrentCatalog.layer(releases),
            KeyRing.layer({ pollEvery: "5 millis" }).pipe(Layer.provideMerge(KeyStore.layer(`${folder}/keys.ndjson`)))
          )
        )
        const store = Context.get(services, KeyStore)
        const ring = Context.get(services, KeyRing)
        const address = yield* serveReads({
          host: "127.0.0.1",
          port: 0,
          basePath: "/api/taxonomy",
          upgradeUrl,
          limiter,
          log: yield* makeRequestLog({ write: (text) => (log += text) })
        }).pipe(Effect.provideContext(services))
        const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port

        const newKey = Effect.fnUntraced(function* (tier: Tier) {
          const key = Redacted.value((yield* store.issue({ ...holder, tier })).key)
          yield* waitUntil(() => ring.authenticate(`Bearer ${key}`)._tag === "Accepted")
          return { key, identifier: identifierOf(key) }
        }, Effect.orDie)
        const usual = yield* newKey("enterprise")

        return TestServer.of({
          port,
          limiter,
          logged: () => log,
          file: (path) => Effect.map(Effect.orDie(fs.readFile(`${releases}/${path}`)), (bytes) => Buffer.from(bytes)),
          newKey,
          revoke: (identifier) => Effect.orDie(Effect.asVoid(store.revoke(identifier, "A test"))),
          get: (path, { headers, key = usual.key, ...sent } = {}) =>
            send(port, `/api/taxonomy${path}`, { ...sent, headers: { Authorization: `Bearer ${key}`, ...headers } })
        })
      })
    ).pipe(Layer.provide(NodeServices.layer))
}

/** Looks again every few milliseconds; the test's own time limit is the bound. */
export const waitUntil = (holds: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.delay(waitUntil(holds), "5 millis")))

const holder: Omit<KeyHolder, "tier"> = {
  organization: "A studio",
  use_case: "Tests",
  expected_volume: "Little",
  environment: "development"
}
