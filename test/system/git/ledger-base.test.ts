import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFilesAt } from "../../../src/git/Git.ts"
import { checkLedgerSince, checkLedgerSinceHead, nearestFolder } from "../../../src/git/LedgerBase.ts"
import { commitAll, git, temporaryFolder, writeFiles } from "../../support/Repository.ts"

const ledger = "one\ntwo\nthree\n"

const checkpoint = (origin: string, size: number): string =>
  `${origin}\n${size}\n${Buffer.alloc(32).toString("base64")}\n\n\u2014 ${origin} ${Buffer.alloc(68).toString("base64")}\n`

/** The folder of releases with these files, which a repository has committed. */
const committed = (files: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const folder = await temporaryFolder()
    await git(folder, "init", "--quiet", "--initial-branch=main")
    const releases = join(folder, "releases")
    await writeFiles(releases, files)
    await commitAll(folder, "Release")
    return releases
  })

const change = (releases: string, files: Readonly<Record<string, string>>) =>
  Effect.promise(() => writeFiles(releases, files))

const rewritten = (line: number) => ({
  rule: "ledger/rewritten",
  level: "error",
  context: { revision: "HEAD", line },
  location: { _tag: "Release", file: "ledger.ndjson", line }
})

layer(NodeServices.layer)("a ledger in git", (it) => {
  it.effect.each([
    [ledger, []],
    [`${ledger}four\n`, []],
    ["ONE\ntwo\nthree\n", [rewritten(1)]],
    ["one\nTWO\nthree\nfour\n", [rewritten(2)]],
    ["one\ntwo\n", [rewritten(3)]],
    ["", [rewritten(1)]]
  ] as const)("is compared with what was committed: %j", ([text, findings]) =>
    Effect.gen(function* () {
      const releases = yield* committed({ "ledger.ndjson": ledger })
      yield* change(releases, { "ledger.ndjson": text })
      assert.deepStrictEqual<unknown>(yield* checkLedgerSince(releases, "HEAD"), findings)
      assert.deepStrictEqual<unknown>(yield* checkLedgerSinceHead(releases), findings)
    })
  )

  it.effect("is rewritten if its folder was removed", () =>
    Effect.gen(function* () {
      const releases = yield* committed({ "ledger.ndjson": ledger })
      yield* Effect.promise(() => rm(releases, { recursive: true }))
      assert.deepStrictEqual<unknown>(yield* checkLedgerSinceHead(releases), [rewritten(1)])
    })
  )

  it.effect("may begin after the revision", () =>
    Effect.gen(function* () {
      const releases = yield* committed({ "README.md": "Releases" })
      yield* change(releases, { "ledger.ndjson": ledger, checkpoint: checkpoint("example.com/log", 3) })
      assert.deepStrictEqual(yield* checkLedgerSince(releases, "HEAD"), [])
    })
  )

  it.effect.each([
    [checkpoint("example.com/log", 2), []],
    [checkpoint("example.com/log", 3), []],
    ["not a checkpoint", []],
    [
      checkpoint("example.com/log", 1),
      [{ before: { origin: "example.com/log", size: 2 }, present: { origin: "example.com/log", size: 1 } }]
    ],
    [
      checkpoint("example.com/other", 3),
      [{ before: { origin: "example.com/log", size: 2 }, present: { origin: "example.com/other", size: 3 } }]
    ]
  ] as const)("has a checkpoint that is compared, too: %j", ([text, facts]) =>
    Effect.gen(function* () {
      const releases = yield* committed({ "ledger.ndjson": ledger, checkpoint: checkpoint("example.com/log", 2) })
      yield* change(releases, { checkpoint: text })
      assert.deepStrictEqual<unknown>(
        yield* checkLedgerSince(releases, "HEAD"),
        facts.map((context) => ({
          rule: "log/rolled-back",
          level: "error",
          context: { revision: "HEAD", ...context },
          location: { _tag: "Release", file: "checkpoint" }
        }))
      )
    })
  )

  it.effect("has lost its signature if the checkpoint was removed", () =>
    Effect.gen(function* () {
      const releases = yield* committed({ "ledger.ndjson": ledger, checkpoint: checkpoint("example.com/log", 2) })
      yield* Effect.promise(() => rm(join(releases, "checkpoint")))
      assert.deepStrictEqual<unknown>(yield* checkLedgerSince(releases, "HEAD"), [
        {
          rule: "log/removed",
          level: "error",
          context: { revision: "HEAD" },
          location: { _tag: "Release", file: "checkpoint" }
        }
      ])
    })
  )

  it.effect("was not rewritten without a repository, or before its first commit", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(temporaryFolder)
      const releases = join(folder, "releases")
      yield* change(releases, { "ledger.ndjson": ledger })
      assert.deepStrictEqual(yield* checkLedgerSinceHead(releases), [])
      assert.strictEqual((yield* Effect.flip(checkLedgerSince(releases, "HEAD")))._tag, "NotInRepository")
      yield* Effect.promise(() => git(folder, "init", "--quiet"))
      assert.deepStrictEqual(yield* checkLedgerSinceHead(releases), [])
      assert.strictEqual((yield* Effect.flip(checkLedgerSince(releases, "HEAD")))._tag, "CommitNotFound")
    })
  )

  it.effect("cannot be compared if the commit of HEAD is lost", () =>
    Effect.gen(function* () {
      const releases = yield* committed({ "ledger.ndjson": ledger })
      yield* Effect.promise(async () => {
        const id = (await git(releases, "rev-parse", "HEAD")).trim()
        await rm(join(releases, "../.git/objects", id.slice(0, 2), id.slice(2)))
      })
      assert.strictEqual((yield* Effect.flip(checkLedgerSinceHead(releases)))._tag, "CommitNotFound")
    })
  )
})

layer(NodeServices.layer)("readFilesAt", (it) => {
  it.effect("reads those of the paths that a commit contains, whatever is in them", () =>
    Effect.gen(function* () {
      const releases = yield* committed({
        a: "first\n",
        "b/empty": "",
        "b/\u00e9 with spaces": "no line break",
        c: "not read"
      })
      yield* change(releases, { a: "changed", d: "new" })
      const files = yield* readFilesAt(releases, "--releases", "HEAD", ["a", "b", "d"])
      assert.deepStrictEqual(
        [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
        [
          ["a", "first\n"],
          ["b/empty", ""],
          ["b/\u00e9 with spaces", "no line break"]
        ]
      )
      assert.strictEqual((yield* readFilesAt(releases, "--releases", "HEAD", ["d"])).size, 0)
    })
  )

  it.effect("fails for content that the repository has lost", () =>
    Effect.gen(function* () {
      const releases = yield* committed({ a: "first\n", b: "second\n" })
      yield* Effect.promise(async () => {
        const id = (await git(releases, "rev-parse", "HEAD:releases/a")).trim()
        await rm(join(releases, "../.git/objects", id.slice(0, 2), id.slice(2)))
      })
      const error = yield* Effect.flip(readFilesAt(releases, "--releases", "HEAD", ["a", "b"]))
      assert.include(error.message, "git cannot find the committed content of a")
      assert.strictEqual((yield* readFilesAt(releases, "--releases", "HEAD", ["b"])).size, 1)
    })
  )
})

layer(NodeServices.layer)("nearestFolder", (it) => {
  it.effect("is the folder, or the nearest one above it", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(temporaryFolder)
      yield* Effect.promise(async () => {
        await mkdir(join(folder, "a"))
        await writeFile(join(folder, "file"), "")
      })
      assert.strictEqual(yield* nearestFolder(join(folder, "a")), join(folder, "a"))
      assert.strictEqual(yield* nearestFolder(join(folder, "a/b/c")), join(folder, "a"))
      assert.strictEqual(yield* nearestFolder(join(folder, "file")), folder)
    })
  )
})
