import { spawn, type ChildProcessByStdio } from "node:child_process"
import type { Readable } from "node:stream"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { keyStoreAt } from "../../../../src/cli/keys/KeyOptions.ts"
import { KeyStore } from "../../../../src/keys/KeyStore.ts"
import { programs } from "../../../support/Programs.ts"
import { waitUntil } from "../TestServer.ts"

/** Runs `taxonomy serve` in a process of its own over what is published first, with a key that was issued before. */
export const serving = Effect.fnUntraced(function* (
  publish: (releases: string) => Effect.Effect<void, never, NodeServices.NodeServices>
) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  const [releases, keys] = [`${folder}/releases`, `${folder}/keys.ndjson`]
  yield* publish(releases)
  const { key } = yield* Effect.flatMap(KeyStore, ({ issue }) => issue(holder)).pipe(
    Effect.provide(keyStoreAt(keys)),
    Effect.orDie
  )

  const child = yield* Effect.acquireRelease(
    Effect.sync((): ChildProcessByStdio<null, Readable, Readable> => {
      const options = ["--port", "0", "--releases", releases, "--keys", keys]
      return spawn(process.execPath, [programs.taxonomy, "serve", ...options], { stdio: ["ignore", "pipe", "pipe"] })
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  let [stdout, stderr] = ["", ""]
  child.stdout.on("data", (chunk) => (stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  let ended: { readonly code: number | null; readonly at: number } | undefined
  child.on("close", (code) => (ended = { code, at: performance.now() }))

  yield* waitUntil(() => ended !== undefined || stdout.includes("\n"))
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(stdout)?.[1])
  if (Number.isNaN(port)) return yield* Effect.die(new Error(stderr))
  return {
    port,
    key: Redacted.value(key),
    releases,
    /** Tells the process to stop, without waiting for it to do so, and gives back a time just before. */
    stop: Effect.sync(() => {
      const before = performance.now()
      child.kill("SIGTERM")
      return before
    }),
    /** Waits until the process has ended, and gives back its exit code and when that was. */
    end: Effect.flatMap(
      waitUntil(() => ended !== undefined),
      () => Effect.fromNullishOr(ended)
    ).pipe(Effect.orDie)
  }
})

const holder = {
  organization: "A studio",
  use_case: "Tests",
  expected_volume: "Much",
  environment: "development",
  tier: "enterprise"
} as const
