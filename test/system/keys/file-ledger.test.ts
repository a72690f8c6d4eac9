import { execFile } from "node:child_process"
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { taxonomy } from "../../support/CommandLine.ts"
import { mountSmallDisk, temporaryFolder } from "../../support/Repository.ts"
import { keyStoreContract } from "./contract.ts"
import { ringOn } from "./ringContract.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"
import { fileLedger, until } from "./TestLedger.ts"

describe("the key store in a file", () => {
  keyStoreContract(fileLedger)

  it.live("creates file and folders that only the owner can access", () =>
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

  it.live("replaces the unfinished file of a crashed process", () =>
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

  it.live("refuses a damaged ledger and does not change it", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      const sound = yield* Effect.promise(() => readFile(path, "utf8"))
      const altered: ReadonlyArray<readonly [string, string]> = [
        [`${sound}torn`, "ledger/torn"],
        [`${sound}{}`, "ledger/torn"],
        [sound.slice(0, -1), "ledger/torn"],
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

  it.live("refuses a ledger with a truncated last line as a whole, and keeps the last good keys in memory", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event, key } = yield* store.issue(holder)
      const { event: other, key: kept } = yield* store.issue({ ...holder, organization: "Künste" })
      yield* store.revoke(event.identifier, "Lost.")
      const sound = yield* Effect.promise(() => readFile(path))
      const lastLine = sound.subarray(0, -1).lastIndexOf("\n") + 1
      const withinLetter = sound.indexOf(0xc3) + 1
      const ring = yield* ringOn(path)
      for (const length of [sound.length - 1, lastLine + 30, lastLine + 1, lastLine - 1, withinLetter]) {
        yield* Effect.promise(() => writeFile(path, sound.subarray(0, length)))
        for (const error of [
          yield* Effect.flip(store.keys),
          yield* Effect.flip(store.issue(holder)),
          yield* Effect.flip(store.revoke(other.identifier, "Lost.")),
          yield* Effect.flip(ringOn(path))
        ]) {
          assert.strictEqual(error._tag, "KeyLedgerBroken")
        }
        yield* until(() => ring.status().reason?.includes("Restore the ledger from a backup") === true)
        assert.deepStrictEqual([ring.tagOf(key), ring.tagOf(kept)], ["Revoked", "Accepted"])
        assert.deepStrictEqual(yield* Effect.promise(() => readFile(path)), sound.subarray(0, length))
        yield* Effect.promise(() => writeFile(path, sound))
        yield* until(() => ring.status().reason === undefined)
      }
    })
  )

  it.live("keeps owner and mode of an existing ledger if root writes it", ({ skip }) => {
    if (process.geteuid?.() !== 0) return Effect.sync(() => skip("only root can write for another user"))
    return Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      yield* Effect.promise(async () => {
        await rm(`${path}.lock`)
        for (const name of [folder, dirname(path)]) await chown(name, nobody, nobody)
        await chown(path, nobody, 4321)
        await chmod(path, 0o640)
      })
      yield* store.revoke(event.identifier, "Lost.")
      const { gid, mode, uid } = yield* Effect.promise(() => stat(path))
      assert.deepStrictEqual([uid, gid, mode & 0o777], [nobody, 4321, 0o640])
      assert.strictEqual((yield* Effect.promise(() => stat(`${path}.lock`))).uid, nobody)
      yield* Effect.promise(() => chown(path, nobody, nobody))
      const { code } = yield* issuingAsNobody(path)
      assert.strictEqual(code, 0)

      // A lock file that this user may only read would exclude nobody.
      yield* Effect.promise(async () => {
        await chown(`${path}.lock`, 0, 0)
        await chmod(`${path}.lock`, 0o644)
      })
      const refused = yield* issuingAsNobody(path)
      assert.deepStrictEqual([refused.code, refused.stdout], [3, ""])
      assert.include(refused.stderr, "user 65534 may not write to")
    })
  })

  it.live("writes nothing for a user who could not keep the owner", ({ skip }) => {
    if (process.geteuid?.() !== 0) return Effect.sync(() => skip("only root can be another user"))
    return Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      yield* store.issue(holder)
      yield* Effect.promise(async () => {
        await rm(`${path}.lock`)
        await chmod(path, 0o644)
        for (const name of [folder, dirname(path)]) await chmod(name, 0o777)
      })
      const before = yield* Effect.promise(() => readFile(path, "utf8"))
      const { code, stderr } = yield* issuingAsNobody(path)
      assert.strictEqual(code, 3)
      assert.include(stderr, "the system does not permit this")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(dirname(path))), ["keys.ndjson"])
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), before)
    })
  })

  it.live("is the same ledger through every link to the file or its folder", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const [link, folders] = [`${folder}/link.ndjson`, `${folder}/folder`]
      yield* Effect.promise(async () => {
        await symlink("var/keys.ndjson", link)
        await symlink(dirname(path), folders)
      })
      yield* (yield* storeIn(path)).issue(holder)
      const places = [link, `${folders}/keys.ndjson`, path]
      const stores = yield* Effect.forEach(places, (place) => storeIn(place))
      yield* Effect.forEach(stores, (store) => Effect.all([store.issue(holder), store.issue(holder)]), {
        concurrency: "unbounded"
      })
      for (const store of stores) assert.strictEqual((yield* store.keys).size, 7)
      assert.isTrue((yield* Effect.promise(() => lstat(link))).isSymbolicLink())
      assert.sameMembers(yield* Effect.promise(() => readdir(folder)), ["folder", "link.ndjson", "var"])
      assert.sameMembers(yield* Effect.promise(() => readdir(dirname(path))), ["keys.ndjson", "keys.ndjson.lock"])
    })
  )

  it.live("reports a mount of the file alone, which prevents replacing it or shows the old one", ({ skip }) =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event, key } = yield* store.issue(holder)
      const mounted = `${folder}/mounted/keys.ndjson`
      const isMounted = yield* Effect.promise(() => mountFile(path, mounted))
      if (!isMounted) return skip("a file cannot be mounted here")
      yield* Effect.gen(function* () {
        const within = yield* storeIn(mounted)
        const ring = yield* ringOn(mounted)
        assert.include((yield* Effect.flip(within.issue(holder))).message, "mount its folder")
        assert.sameMembers(yield* Effect.promise(() => readdir(dirname(mounted))), ["keys.ndjson", "keys.ndjson.lock"])
        yield* ring.is(key, "Accepted")

        yield* store.revoke(event.identifier, "Lost.")
        yield* until(() => ring.status().reason?.includes("Mount its folder") === true)
        assert.strictEqual((yield* Effect.flip(within.keys))._tag, "KeyLedgerUnavailable")
      }).pipe(Effect.ensuring(Effect.promise(() => execute("umount", [mounted]))))
    })
  )

  it.live("reports a full disk, and leaves nothing unfinished on it", ({ skip }) =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(() => temporaryFolder())
      const unmount = yield* Effect.acquireRelease(
        Effect.promise(() => mountSmallDisk(folder)),
        (unmount) => Effect.promise(async () => unmount?.())
      )
      if (unmount === undefined) return skip("a file system of its own cannot be mounted here")
      const store = yield* storeIn(`${folder}/keys.ndjson`)
      const error = yield* Effect.flip(Effect.forever(store.issue({ ...holder, use_case: "long ".repeat(99) })))
      assert.include(error.message, "no space is left on the disk")
      assert.sameMembers(yield* Effect.promise(() => readdir(folder)), ["keys.ndjson", "keys.ndjson.lock"])
      assert.isAbove((yield* store.keys).size, 0)
    })
  )

  it.live("is unavailable if its path is not a file", () =>
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

const nobody = 65_534

const issuingAsNobody = (path: string) =>
  Effect.promise(() =>
    taxonomy(["keys", "issue", "--keys", path, ...optionsOf(holder)], { cwd: dirname(path), uid: nobody })
  )

const optionsOf = (values: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(values).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, value])

const execute = promisify(execFile)

/** Mounts a single file elsewhere as containers do. Returns false if this user may not. */
const mountFile = async (file: string, place: string): Promise<boolean> => {
  await mkdir(dirname(place))
  await writeFile(place, "")
  try {
    await execute("mount", ["--bind", file, place])
    return true
  } catch {
    return false
  }
}
