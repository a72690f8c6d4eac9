import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { HookAdded, hookKinds, type HookEvent, type HookKind } from "../../../src/domain/hooks/HookEvent.ts"
import type { ReleaseEvent } from "../../../src/domain/release/ReleaseEvent.ts"
import { newestOf } from "../../../src/domain/release/ReleaseLines.ts"
import type { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { next } from "../../../src/domain/taxonomy/VersionArithmetic.ts"
import { findLedger } from "../../../src/keys/KeyLedgerLocation.ts"
import { hookLedgerCodec } from "../../../src/notify/Notifier.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { parseLedger, withEvent, type Ledger } from "../../../src/release/Ledger.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { holder, storeIn } from "../keys/storeIn.ts"

export const masterBytes = Buffer.alloc(32, 7)
export const masterId = sha256(masterBytes).slice(0, 8)
export const master = `whms_${masterBytes.toString("base64")}`

export const date = "2026-11-28T12:00:00Z"

/** A message as the receiver recorded it. */
export interface Received {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A folder with releases, a key and hooks, and the processes on it. */
export const makeService = async (
  locations: { readonly hooks?: string; /** The hooks as notifiers reach them. */ readonly notified?: string } = {}
) => {
  const folder = await temporaryFolder()
  const releases = join(folder, "releases")
  const keys = join(folder, "keys.ndjson")
  const hooks = locations.hooks ?? join(folder, "hooks.ndjson")
  await mkdir(releases)
  const ledgerPath = join(releases, "ledger.ndjson")
  let ledger: Ledger = Result.getOrThrow(parseLedger(readFileSync("releases/ledger.ndjson")))
  const write = async () => {
    await writeFile(`${ledgerPath}.next`, ledger.text)
    await rename(`${ledgerPath}.next`, ledgerPath)
  }
  await write()
  const { event } = await Effect.runPromise(
    Effect.scoped(Effect.flatMap(storeIn(keys), (store) => store.issue(holder)))
  )
  const append = (events: ReadonlyArray<HookEvent>) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const { store } = yield* findLedger(hookLedgerCodec, hooks)
          const ledger = yield* store
          yield* ledger.transact(hookLedgerCodec.empty, () => Result.succeed({ events }), undefined)
        })
      ).pipe(Effect.provide(NodeServices.layer))
    )
  const children = new Set<ChildProcess>()
  const start = async (args: ReadonlyArray<string>, until: string) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, TAXONOMY_HOOKS_SECRET: master },
      stdio: ["ignore", "pipe", "pipe"]
    })
    children.add(child)
    let [out, log] = ["", ""]
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (log += chunk))
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        out += chunk
        if (out.includes(until)) resolve()
      })
      child.on("exit", (code) => {
        children.delete(child)
        reject(new Error(`exit ${code}: ${log}`))
      })
    })
    return { child, log: () => log }
  }
  return {
    folder,
    hooks,
    keys,
    key: event.identifier,
    releases,
    ledger: () => ledger,
    append,
    /** Adds hooks with these addresses. */
    addHooks: (
      added: ReadonlyArray<{
        readonly identifier: string
        readonly url: string
        readonly events?: readonly [HookKind, ...ReadonlyArray<HookKind>]
      }>
    ) =>
      append(
        added.map(({ events = hookKinds, identifier, url }) =>
          HookAdded.make({
            identifier,
            url,
            events,
            key: event.identifier,
            after: ledger.head.sequence,
            master: masterId,
            date
          })
        )
      ),
    /** Appends an event to the ledger of releases. */
    publish: async (make: (newest: Version, ledger: Ledger) => ReleaseEvent = aRelease) => {
      const newest = newestOf(ledger.history)?.version
      if (newest === undefined) throw new Error("There is no release")
      ledger = Result.getOrThrow(withEvent(ledger, make(newest, ledger)))
      await write()
    },
    startNotifier: (...options: ReadonlyArray<string>) =>
      start(
        [
          programs.taxonomy,
          "notify",
          "--service",
          "https://licensing.example/api/taxonomy",
          "--releases",
          releases,
          "--keys",
          keys,
          "--hooks",
          locations.notified ?? hooks,
          "--allow-private",
          "--allow-http",
          ...options
        ],
        "Notifying"
      ),
    startReceiver: (file: string, port: number, seed?: number) =>
      start(
        [
          fileURLToPath(new URL("fixtures/receiver.ts", import.meta.url)),
          file,
          String(port),
          ...(seed === undefined ? [] : [String(seed)])
        ],
        "ready"
      ),
    /** Ends all processes. */
    end: async () => {
      await Promise.all([...children].map((child) => stop(child)))
    }
  }
}

export const stop = async (child: ChildProcess, signal: NodeJS.Signals = "SIGKILL") => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill(signal)
  await exited
}

/** A release that deprecates a license, or takes the deprecation back if all are. */
export const aRelease = (newest: Version, { history }: Ledger): ReleaseEvent => {
  const licenses = history.releases.get(newest)?.taxonomy.licenses ?? []
  const license = licenses.find(({ deprecated }) => deprecated === undefined)
  const [first] = licenses
  if (first === undefined) throw new Error("There is no license")
  const deprecation = { replaced_by: [], reason: "A test." }
  return {
    _tag: "ReleasePublished",
    version: next(newest, "minor"),
    base: newest,
    published_at: date,
    source_commit: "0".repeat(40),
    changes: [
      license === undefined
        ? { kind: "license-undeprecated", bump: "minor", license: first.code, before: deprecation }
        : { kind: "license-deprecated", bump: "minor", license: license.code, after: deprecation }
    ],
    waivers: [],
    format: 1,
    manifest: `sha256:${"a".repeat(64)}`
  }
}

/** What a receiver has recorded. A line that a kill cut off was never answered. */
export const readReceived = async (file: string): Promise<ReadonlyArray<Received>> => {
  const text = await readFile(file, "utf8").catch(() => "")
  return text
    .split("\n")
    .slice(0, -1)
    .map((line): Received => JSON.parse(line))
}

/** Waits until a condition holds. */
export const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50))
}
