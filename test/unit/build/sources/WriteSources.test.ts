import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { systemError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { readWorkingTree } from "../../../../src/build/sources/WorkingTree.ts"
import { writeSources, type SourceWrite } from "../../../../src/build/sources/WriteSources.ts"
import { temporaryFolder, writeFiles } from "../../../support/Repository.ts"

const run = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.runPromise(Effect.result(Effect.provide(effect, NodeServices.layer)))

const makeFolder = async () => {
  const root = await temporaryFolder()
  await writeFiles(root, { "taxonomy.yaml": "a: 1\n", "licenses/A.yaml": "code: A\n", "licenses/B.yaml": "code: B\n" })
  return root
}

/** Reads the folder, lets something happen, and writes. */
const write = (root: string, writes: ReadonlyArray<SourceWrite>, meanwhile: () => Promise<unknown> = async () => {}) =>
  run(
    Effect.gen(function* () {
      const tree = yield* readWorkingTree(root)
      yield* Effect.promise(meanwhile)
      yield* writeSources(root, tree, writes)
    })
  )

const contentOf = async (root: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = await Promise.all(files.map(async (file) => [file.slice(root.length + 1), await readFile(file, "utf8")]))
  return Object.fromEntries(read)
}

const diskError = systemError({ _tag: "Unknown", module: "FileSystem", method: "rename", description: "disk error" })

const reasonOf = (written: Result.Result<unknown, unknown>) => (Result.isFailure(written) ? written.failure : undefined)

describe("writeSources", () => {
  it("replaces, creates and renames files, and keeps their mode", async ({ expect }) => {
    const root = await makeFolder()
    await chmod(join(root, "taxonomy.yaml"), 0o640)
    const written = await write(root, [
      { path: "taxonomy.yaml", text: "a: 2\n" },
      { path: "rules/new.yaml", text: "id: new\n" },
      { path: "licenses/C.yaml", text: "code: C\n", from: "licenses/A.yaml" },
      { path: "licenses/b.yaml", text: "code: b\n", from: "licenses/B.yaml" }
    ])
    expect(Result.isSuccess(written)).toBe(true)
    expect(await contentOf(root)).toEqual({
      "taxonomy.yaml": "a: 2\n",
      "rules/new.yaml": "id: new\n",
      "licenses/C.yaml": "code: C\n",
      "licenses/b.yaml": "code: b\n"
    })
    expect((await stat(join(root, "taxonomy.yaml"))).mode & 0o777).toBe(0o640)
  })

  it("writes nothing if a file has changed, is in the way, or is a link", async ({ expect }) => {
    const root = await makeFolder()
    const before = await contentOf(root)
    const first = { path: "taxonomy.yaml", text: "a: 2\n" }
    const changed = await write(root, [first, { path: "licenses/A.yaml", text: "code: X\n" }], () =>
      writeFile(join(root, "licenses/A.yaml"), "code: Y\n")
    )
    expect(reasonOf(changed)).toMatchObject({ _tag: "SourceNotWritable", reason: "changed" })
    const taken = await write(root, [first, { path: "licenses/B.yaml", text: "code: B\n", from: "licenses/A.yaml" }])
    expect(reasonOf(taken)).toMatchObject({ reason: "exists", file: join(root, "licenses/B.yaml") })
    await symlink("taxonomy.yaml", join(root, "waivers.yaml"))
    const link = await write(root, [first, { path: "waivers.yaml", text: "[]\n" }])
    expect(reasonOf(link)).toMatchObject({ reason: "not-a-file" })
    const target = await temporaryFolder()
    await symlink(target, join(root, "rules"))
    const folder = await write(root, [first, { path: "rules/new.yaml", text: "id: new\n" }])
    expect(reasonOf(folder)).toMatchObject({ reason: "not-a-file" })
    expect(await contentOf(root)).toEqual({ ...before, "licenses/A.yaml": "code: Y\n" })
    expect(await readdir(target)).toEqual([])
  })

  it("restores what it has replaced if a later file cannot be replaced", async ({ expect }) => {
    const root = await makeFolder()
    const before = await contentOf(root)
    const failed = await run(
      Effect.gen(function* () {
        const tree = yield* readWorkingTree(root)
        const fs = yield* FileSystem.FileSystem
        const rename: typeof fs.rename = (from, to) =>
          to.endsWith("new.yaml") ? Effect.fail(diskError) : fs.rename(from, to)
        yield* writeSources(root, tree, [
          { path: "taxonomy.yaml", text: "a: 2\n" },
          { path: "licenses/C.yaml", text: "code: C\n", from: "licenses/A.yaml" },
          { path: "rules/new.yaml", text: "id: new\n" }
        ]).pipe(Effect.provideService(FileSystem.FileSystem, { ...fs, rename }))
      })
    )
    expect(reasonOf(failed)).toBe(diskError)
    expect(await contentOf(root)).toEqual(before)
  })
})
