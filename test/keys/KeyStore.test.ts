import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { inspect, promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseKey } from "../../src/domain/Key.ts"
import { isActive } from "../../src/domain/KeyLedger.ts"
import { sha256 } from "../../src/files/Sha256.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"

describe("the key store in a file", () => {
  it.live("is empty where there is no file, and makes none by being read", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      assert.strictEqual((yield* store.keys).size, 0)
      assert.isUndefined(yield* store.revision)
      assert.isEmpty(yield* Effect.promise(() => readdir(folder)))
    })
  )

  it.live("gives a key once and keeps its digest, never the key", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event, key } = yield* store.issue(holder)
      const { key: successor } = yield* store.rotate(event.identifier)
      const [text, next] = [Redacted.value(key), Redacted.value(successor)]
      assert.strictEqual(parseKey(text), event.identifier)
      assert.strictEqual(event.sha256, sha256(text))
      const ledger = yield* Effect.promise(() => readFile(path, "utf8"))
      for (const secret of [text, text.slice(12), next, next.slice(12)]) assert.notInclude(ledger, secret)
      assert.notInclude(inspect(key), text)
    })
  )

  it.live("lets only its owner in, to the file and to the folders that it makes", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      yield* store.issue(holder)
      yield* store.issue(holder)
      const modeOf = (name: string) => Effect.promise(async () => (await stat(name)).mode & 0o777)
      assert.strictEqual(yield* modeOf(path), 0o600)
      assert.strictEqual(yield* modeOf(`${folder}/var`), 0o700)
    })
  )

  it.live("keeps what was done to keys for the next process", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event: old } = yield* store.issue(holder)
      const { event: successor } = yield* store.rotate(old.identifier)
      yield* store.revoke(old.identifier, "Rotated.")
      const keys = yield* (yield* storeIn(path)).keys
      assert.deepStrictEqual([...keys.keys()], [old.identifier, successor.identifier])
      assert.deepStrictEqual([...keys.values()].map(isActive), [false, true])
      assert.include(keys.get(successor.identifier), { ...holder, replaces: old.identifier })
      assert.strictEqual(keys.get(old.identifier)?.revoked?.reason, "Rotated.")
    })
  )

  it.live("says of a key why it cannot be revoked or rotated, and writes nothing then", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      yield* store.revoke(event.identifier, "Lost.")
      const before = yield* Effect.promise(() => readFile(path, "utf8"))
      const errors = [
        yield* Effect.flip(store.revoke(event.identifier, "Again.")),
        yield* Effect.flip(store.rotate(event.identifier)),
        yield* Effect.flip(store.revoke("nil_AAAAAAAA", "Lost."))
      ]
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["KeyAlreadyRevoked", "KeyAlreadyRevoked", "KeyUnknown"]
      )
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), before)
    })
  )

  it.live("draws a key again where its identifier is taken", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const first = yield* (yield* storeIn(path, (count) => new Uint8Array(count))).issue(holder)
      let draws = 0
      const store = yield* storeIn(path, (count) => new Uint8Array(count).fill(draws++ < 3 ? 0 : 1))
      const second = yield* store.issue(holder)
      assert.strictEqual(draws, 4)
      assert.notStrictEqual(first.event.identifier, second.event.identifier)
    })
  )

  it.live("loses no key that fibers issue at once", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const issued = yield* Effect.all(
        Array.from({ length: 8 }, () => store.issue(holder)),
        { concurrency: "unbounded" }
      )
      const keys = yield* store.keys
      assert.sameMembers(
        [...keys.keys()],
        issued.map(({ event }) => event.identifier)
      )
      assert.strictEqual(keys.size, 8)
    })
  )

  it.live(
    "loses no key that processes issue at once",
    () =>
      Effect.gen(function* () {
        const { path } = yield* temporaryLedger
        const outputs = yield* Effect.promise(() => Promise.all(Array.from({ length: 4 }, () => issueIn(path, 5))))
        const keys = yield* (yield* storeIn(path)).keys
        assert.sameMembers([...keys.keys()], outputs.flat())
        assert.strictEqual(keys.size, 20)
      }),
    30_000
  )

  it.live(
    "holds every key that a process gave before it was killed, and goes on",
    () =>
      Effect.gen(function* () {
        const { path } = yield* temporaryLedger
        const given = yield* Effect.promise(() => killedAfter(path, 5))
        const store = yield* storeIn(path)
        assert.includeMembers([...(yield* store.keys).keys()], [...given])
        const { event } = yield* store.issue(holder)
        assert.isTrue((yield* store.keys).has(event.identifier))
      }),
    30_000
  )

  it.live("is not hindered by what a dead run left unfinished", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      yield* Effect.promise(async () => {
        await mkdir(dirname(path))
        await writeFile(`${dirname(path)}/.tmp-keys.ndjson`, `{"half":`)
        await writeFile(`${path}.lock`, "")
      })
      const store = yield* storeIn(path)
      yield* store.issue(holder)
      assert.sameMembers(yield* Effect.promise(() => readdir(dirname(path))), ["keys.ndjson", "keys.ndjson.lock"])
    })
  )

  it.live("refuses a ledger that is not what was written, and leaves it as it is", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      const sound = yield* Effect.promise(() => readFile(path, "utf8"))
      const altered: ReadonlyArray<readonly [string, string]> = [
        [sound.slice(0, -10), "ledger/torn"],
        ["", "ledger/torn"],
        [sound.replace("professional", "enterprise"), "ledger/broken-chain"],
        [`${sound}${sound}`, "ledger/broken-chain"],
        [sound.replace("Acme", "\u00c3"), "ledger/broken-chain"]
      ]
      for (const [text, rule] of altered) {
        yield* Effect.promise(() => writeFile(path, text))
        const errors = [
          yield* Effect.flip(store.keys),
          yield* Effect.flip(store.issue(holder)),
          yield* Effect.flip(store.revoke(event.identifier, "Lost."))
        ]
        for (const error of errors) {
          assert.strictEqual(error._tag === "KeyLedgerBroken" ? error.cause.rule : error._tag, rule)
        }
        assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), text)
      }
    })
  )

  it.live("tells by its revision whether it has changed", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      const first = yield* store.revision
      yield* store.keys
      assert.strictEqual(yield* store.revision, first)
      yield* store.revoke(event.identifier, "Lost.")
      const second = yield* store.revision
      assert.notStrictEqual(second, first)
      yield* Effect.promise(() => appendFile(path, "\n"))
      assert.notStrictEqual(yield* store.revision, second)
    })
  )

  it.live("says that it cannot be used where its place is no file", () =>
    Effect.gen(function* () {
      const { folder } = yield* temporaryLedger
      const store = yield* storeIn(folder)
      assert.strictEqual((yield* Effect.flip(store.keys))._tag, "KeyLedgerUnavailable")
      yield* Effect.promise(() => writeFile(`${folder}/file`, ""))
      const within = yield* storeIn(`${folder}/file/keys.ndjson`)
      assert.strictEqual((yield* Effect.flip(within.issue(holder)))._tag, "KeyLedgerUnavailable")
    })
  )
})

const script = new URL("issueKeys.ts", import.meta.url).pathname

const linesOf = (output: string): ReadonlyArray<string> => output.split("\n").slice(0, -1)

const issueIn = async (path: string, count: number): Promise<ReadonlyArray<string>> =>
  linesOf((await promisify(execFile)(process.execPath, [script, path, String(count)])).stdout)

/** Kills a process that issues keys once it has given a few, and tells which it has given. */
const killedAfter = async (path: string, count: number): Promise<ReadonlyArray<string>> => {
  const child = spawn(process.execPath, [script, path, "1000"], { stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
    if (linesOf(output).length >= count) child.kill("SIGKILL")
  })
  await once(child, "close")
  return linesOf(output)
}
