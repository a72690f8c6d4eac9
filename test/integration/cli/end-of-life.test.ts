import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { endOfLifeCommand } from "../../../src/cli/commands/EndOfLife.ts"
import { rebuildCommand } from "../../../src/cli/commands/Rebuild.ts"
import { withdrawCommand } from "../../../src/cli/commands/Withdraw.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"

const published = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
  yield* publishRelease(`${folder}/releases`, "1.1.0", vocabulary("EDU", "FILM"))
  const run = (...args: ReadonlyArray<string>) => taxonomy(args, { cwd: folder })
  const here = ([name, ...args]: (typeof misused)[number]) =>
    runInProcess(commands, [name, ...args, "--releases", `${folder}/releases`])
  return { run, here, ledger: () => readFile(join(folder, "releases/ledger.ndjson"), "utf8") }
})

const reason = ["--reason", "Wrong."]

const commands = Command.make("taxonomy").pipe(
  Command.withSubcommands([withdrawCommand, rebuildCommand, endOfLifeCommand])
)

const misused: ReadonlyArray<readonly [name: string, ...args: ReadonlyArray<string>]> = [
  ["withdraw", "v1.1.0", "--reason", ""],
  ["withdraw", "v1.1.0", "--reason", "  "],
  ["withdraw", "v1.1.0", "--reason", "two\nlines"],
  ["withdraw", "v1.1.0", "--reason", "two\u2028lines"],
  ["withdraw", "v1.1.0", "--reason", "\u001b[31mred"],
  ["withdraw", "v1.1.0", "--date", "2027-02-30", ...reason],
  ["withdraw", "v1.1.0", "--date", "2027-02-29T00:00:00Z", ...reason],
  ["withdraw", "v1.1.0", "--date", "2027-13-01", ...reason],
  ["withdraw", "v01.1.0", ...reason],
  ["withdraw", "vv1.1.0", ...reason],
  ["withdraw", "v1.1", ...reason],
  ["rebuild", "v01.1.0"],
  ["end-of-life", "v1", "--reason", ""],
  ["end-of-life", "v1", "--reason", "a\ttab"],
  ["end-of-life", "v1", "--date", "2027-04-31", ...reason],
  ["end-of-life", "v01", ...reason]
]

describe("withdraw and end-of-life", () => {
  it.live("exit with 2 for a reason of several lines, a day that does not exist, or an invalid version", () =>
    Effect.gen(function* () {
      const { here, ledger } = yield* published
      const before = yield* Effect.promise(ledger)
      const ran = yield* Effect.promise(() => Promise.all(misused.map(here)))
      assert.deepStrictEqual(
        ran.map(({ code }, index) => [misused[index], code]),
        misused.map((args) => [args, 2])
      )
      assert.strictEqual(yield* Effect.promise(ledger), before)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("accept a version with or without its v, and a leap day", () =>
    Effect.gen(function* () {
      const { ledger, run } = yield* published
      const one = yield* Effect.promise(() => run("withdraw", "v1.1.0", "--date", "2028-02-29", ...reason))
      const two = yield* Effect.promise(() => run("withdraw", "1.0.0", "--date", "2028-02-29T10:00:00Z", ...reason))
      assert.deepStrictEqual([one.code, one.stdout], [0, "1.1.0 is withdrawn: Wrong.\n"])
      assert.deepStrictEqual([two.code, two.stdout], [0, "1.0.0 is withdrawn: Wrong.\n"])
      assert.include(yield* Effect.promise(ledger), `"date":"2028-02-29T00:00:00Z","reason":"Wrong."`)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
