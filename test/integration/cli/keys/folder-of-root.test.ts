import { chmod, chown } from "node:fs/promises"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run, taxonomy } from "../../../support/CommandLine.ts"
import { holder, temporaryLedger } from "../../keys/storeIn.ts"

const isRoot = process.geteuid?.() === 0
const nobody = 65_534

/** The user of a server, who is somebody else than root. */
const server = isRoot ? { uid: nobody } : {}

const optionsOf = (values: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(values).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, value])

const issued = (path: string, user: { readonly uid?: number } = {}) =>
  Effect.promise(() =>
    taxonomy(["keys", "issue", "--keys", path, ...optionsOf(holder)], { cwd: dirname(dirname(path)), ...user })
  )

const listed = (path: string, user: { readonly uid?: number }) =>
  Effect.promise(() => taxonomy(["keys", "list", "--keys", path], { cwd: dirname(dirname(path)), ...user }))

describe("the folder of the first key", () => {
  it.live("is one that root is told how to give to the user of the server", ({ skip }) => {
    if (!isRoot) return Effect.sync(() => skip("only root can make it for somebody else"))
    return Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      yield* Effect.promise(() => chmod(folder, 0o755))
      const { code, stderr } = yield* issued(path)
      assert.strictEqual(code, 0)
      assert.include(stderr, `warning: The folder ${dirname(path)} was made for the keys. It belongs to root`)
      assert.include((yield* listed(path, server)).stderr, "permission denied")

      const [, advice = ""] = /run: (chown .*)$/m.exec(stderr) ?? []
      const given = advice.replace("taxonomy:", `${nobody}:${nobody}`)
      yield* Effect.promise(() => run("sh", ["-c", given], { cwd: folder }))
      assert.strictEqual((yield* issued(path, server)).code, 0)
      assert.notInclude((yield* issued(path)).stderr, "warning")
      assert.match((yield* listed(path, server)).stdout, /(?:.*Acme.*\n){3}/)
    })
  })

  it.live("is named with its owner where that is not root", ({ skip }) => {
    if (!isRoot) return Effect.sync(() => skip("only root can make it for somebody else"))
    return Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      yield* Effect.promise(() => chown(folder, nobody, nobody))
      assert.include((yield* issued(path)).stderr, `It belongs to the user ${nobody}`)
      assert.strictEqual((yield* listed(path, server)).code, 0)
    })
  })

  it.live("is nothing to tell the user of the server about", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      if (isRoot) yield* Effect.promise(() => chown(folder, nobody, nobody))
      const { code, stderr } = yield* issued(path, server)
      const advice = "Store the key now: it is shown this once and cannot be shown again.\n"
      assert.deepStrictEqual([code, stderr], [0, advice])
    })
  )
})
