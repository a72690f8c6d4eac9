// @effect-diagnostics processEnv:off
// Measures how long a running `taxonomy notify` takes to tell many subscribers of a release, from the moment when the ledger
// is replaced, with what memory, and what subscribers that never answer cost the others. Exits with 1 if a target is missed.
// The first argument is the number of subscriptions.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { HookAdded } from "../src/domain/hooks/HookEvent.ts"
import { newestOf } from "../src/domain/release/ReleaseLines.ts"
import { next } from "../src/domain/taxonomy/VersionArithmetic.ts"
import { findLedger } from "../src/keys/KeyLedgerLocation.ts"
import { hookLedgerCodec } from "../src/notify/Notifier.ts"
import { sha256 } from "../src/platform/Sha256.ts"
import { parseLedger, withEvent } from "../src/release/Ledger.ts"
import { holder, storeIn } from "../test/system/keys/storeIn.ts"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { startServer } from "./load/Running.ts"

const subscriptions = sizeOf(countOf("subscriptions", 0, 10_000), 100)
const targets = { seconds: 60, megabytes: 400, delay: 1.5 }

const master = Buffer.alloc(32, 7)
process.env["TAXONOMY_HOOKS_SECRET"] = `whms_${master.toString("base64")}`
const date = "2026-11-28T12:00:00Z"

const before = Result.getOrThrow(parseLedger(readFileSync(new URL("../releases/ledger.ndjson", import.meta.url))))
const newest = newestOf(before.history)?.version
if (newest === undefined) throw new Error("There is no release")
const after = Result.getOrThrow(
  withEvent(before, {
    _tag: "ReleasePublished",
    version: next(newest, "minor"),
    base: newest,
    published_at: date,
    source_commit: "0".repeat(40),
    changes: [],
    waivers: [],
    format: 1,
    manifest: `sha256:${"a".repeat(64)}`
  })
)

/** Subscribes addresses of a port in a folder with releases. */
const subscribe = (folder: string, port: number) =>
  Effect.gen(function* () {
    const { event } = yield* (yield* storeIn(join(folder, "keys.ndjson"))).issue(holder)
    const { store } = yield* findLedger(hookLedgerCodec, join(folder, "hooks.ndjson"))
    const events = Array.from({ length: subscriptions }, (_, index) =>
      HookAdded.make({
        identifier: `hook_${String(index).padStart(12, "0")}`,
        url: `http://127.0.0.1:${port}/${index}`,
        key: event.identifier,
        events: ["release"],
        after: before.head.sequence,
        master: sha256(master).slice(0, 8),
        date
      })
    )
    yield* (yield* store).transact(hookLedgerCodec.empty, () => Result.succeed({ events }), undefined)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** A receiver that answers all but the first so many subscriptions. */
const startReceiver = async (silent: number) => {
  const arrivals: Array<number> = []
  const done = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    if (Number(request.url?.slice(1)) < silent) return
    request.resume().on("end", () => {
      response.writeHead(204).end()
      arrivals.push(performance.now())
      if (arrivals.length === subscriptions - silent) done.resolve()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { port, arrivals, done: done.promise, end: () => (server.closeAllConnections(), server.close()) }
}

const measure = async (silent: number) => {
  const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
  const receiver = await startReceiver(silent)
  try {
    const releases = join(folder, "releases")
    mkdirSync(releases)
    writeFileSync(join(releases, "ledger.ndjson"), before.text)
    writeFileSync(join(folder, "next"), after.text)
    await Effect.runPromise(subscribe(folder, receiver.port))
    const options = { service: "https://licensing.example", releases, keys: join(folder, "keys.ndjson") }
    const others = { ...options, hooks: join(folder, "hooks.ndjson"), "admin-port": "0" }
    const notifier = await startServer("taxonomy notify", new URL("../bin/taxonomy.js", import.meta.url), [
      "notify",
      "--allow-private",
      "--allow-http",
      ...Object.entries(others).flatMap(([name, value]) => [`--${name}`, value])
    ])
    const idle = { seconds: notifier.cpuSeconds(), megabytes: notifier.memory().peak }
    const start = performance.now()
    renameSync(join(folder, "next"), join(releases, "ledger.ndjson"))
    await receiver.done
    const secondsTo = (index: number) => ((receiver.arrivals.at(index) ?? Number.NaN) - start) / 1000
    const figures = {
      seconds: secondsTo(-1),
      cpuSeconds: notifier.cpuSeconds() - idle.seconds,
      megabytes: notifier.memory().peak
    }
    notifier.stop()
    process.stdout.write(
      `${subscriptions} subscriptions, ${silent} of which never answer: the first of the others had the message after ${secondsTo(0).toFixed(1)} s, ` +
        `half after ${secondsTo(Math.floor(receiver.arrivals.length / 2)).toFixed(1)} s, all after ${figures.seconds.toFixed(1)} s (CPU ${figures.cpuSeconds.toFixed(1)} s), ` +
        `peak memory ${figures.megabytes.toFixed(0)} MB, ${idle.megabytes.toFixed(0)} MB before\n`
    )
    return figures
  } finally {
    receiver.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const alone = await measure(0)
const withOne = await measure(1)
const withMany = await measure(Math.max(2, subscriptions / 50))
process.stdout.write(
  `targets: all within ${targets.seconds} s and ${targets.megabytes} MB; ${targets.delay} times as long at most if others never answer\n`
)
const isReached =
  Math.max(alone.megabytes, withMany.megabytes) <= targets.megabytes &&
  alone.seconds <= targets.seconds &&
  Math.max(withOne.seconds, withMany.seconds) <= Math.max(targets.delay * alone.seconds, alone.seconds + 2)
process.exit(isReached ? 0 : 1)
