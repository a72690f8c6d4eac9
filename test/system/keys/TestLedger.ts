import { execFileSync } from "node:child_process"
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import { patience } from "../../support/Patience.ts"
import { temporaryLedger } from "./storeIn.ts"

/** A real key ledger of one test, with ways to damage it. */
export interface TestLedger {
  /** The value of `--keys`. */
  readonly location: string
  /** The stored lines, one per event. */
  readonly lines: Effect.Effect<ReadonlyArray<string>>
  /** Replaces all stored lines in one step, without a store. */
  readonly write: (lines: ReadonlyArray<string>) => Effect.Effect<void>
  /** The stored checkpoint. */
  readonly checkpoint: Effect.Effect<string | undefined>
  /** Replaces the stored checkpoint, without a store. */
  readonly writeCheckpoint: (source: string | undefined) => Effect.Effect<void>
  /** Everything that is stored, as text. */
  readonly dump: Effect.Effect<string>
  /** Temporary outages. */
  readonly away: ReadonlyArray<Outage>
}

export interface Outage {
  readonly name: string
  readonly begin: Effect.Effect<void>
  readonly end: Effect.Effect<void>
}

/** Creates a ledger that is removed after the test. */
export type MakeLedger = Effect.Effect<TestLedger, never, Scope>

export const fileLedger: MakeLedger = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const { folder, path } = yield* temporaryLedger
  const from = (action: () => Promise<unknown>) => Effect.asVoid(Effect.promise(action))
  const textOf = (name: string) =>
    fs.readFileString(name).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed("")),
      Effect.orDie
    )
  return {
    location: path,
    lines: Effect.map(textOf(path), (text) => text.split("\n").slice(0, -1)),
    write: (lines: ReadonlyArray<string>) =>
      from(async () => {
        await writeFile(`${path}.new`, lines.map((line) => `${line}\n`).join(""))
        await rename(`${path}.new`, path)
      }),
    checkpoint: Effect.map(textOf(`${path}.checkpoint`), (text) => (text === "" ? undefined : text)),
    writeCheckpoint: (source: string | undefined) =>
      from(async () => {
        await rm(`${path}.checkpoint`, { force: true })
        if (source !== undefined) await writeFile(`${path}.checkpoint`, source)
      }),
    dump: Effect.gen(function* () {
      const names = yield* fs.readDirectory(folder, { recursive: true })
      const paths = names.map((name) => `${folder}/${name}`).filter((name) => name !== dirname(path))
      return (yield* Effect.forEach(paths, textOf)).join("\n")
    }).pipe(Effect.orDie),
    away: [
      {
        name: "gone",
        begin: from(() => rename(path, `${path}.away`)),
        end: from(() => rename(`${path}.away`, path))
      },
      {
        name: "a folder",
        begin: from(() => rename(path, `${path}.away`).then(() => mkdir(path))),
        end: from(() => rmdir(path).then(() => rename(`${path}.away`, path)))
      },
      {
        name: "a pipe",
        begin: from(() => rename(path, `${path}.away`).then(() => execFileSync("mkfifo", [path]))),
        end: from(() => rename(`${path}.away`, path))
      }
    ]
  }
}).pipe(Effect.provide(NodeServices.layer), Effect.orDie)

/** Waits for a condition. */
export const until = (condition: () => boolean, within: Duration.Duration = patience) =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry({ schedule: Schedule.spaced("5 millis") }),
    Effect.timeout(within)
  )
