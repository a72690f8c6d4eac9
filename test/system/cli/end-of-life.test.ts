import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { endOfLifeCommand, withdrawCommand } from "../../../src/cli/release/Lifecycle.ts"
import { rebuildCommand } from "../../../src/cli/release/Verify.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { runCommandOnTerminal } from "./keys/runKeys.ts"

const published = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
  yield* publishRelease(`${folder}/releases`, "1.1.0", vocabulary("EDU", "FILM"))
  const run = (...args: ReadonlyArray<string>) => taxonomy(args, { cwd: folder })
  const here = ([name, ...args]: (typeof misused)[number]) =>
    runInProcess(commands, [name, ...args, "--releases", `${folder}/releases`])
  const onTerminal = (args: ReadonlyArray<string>, answer: string) =>
    runCommandOnTerminal(commands, [...args, "--releases", `${folder}/releases`], [answer])
  return { folder, run, here, onTerminal, ledger: () => readFile(join(folder, "releases/ledger.ndjson"), "utf8") }
})

const reason = ["--reason", "Wrong."]

const commands = Command.make("taxonomy").pipe(
  Command.withSubcommands([withdrawCommand, rebuildCommand, endOfLifeCommand])
)

const firstLine = ({ stdout }: { readonly stdout: string }) => stdout.split("\n")[0]

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
      const one = yield* Effect.promise(() => run("withdraw", "v1.1.0", "--date", "2028-02-29", ...reason, "--yes"))
      const two = yield* Effect.promise(() =>
        run("withdraw", "1.0.0", "--date", "2028-02-29T10:00:00Z", ...reason, "--yes")
      )
      assert.deepStrictEqual([one.code, firstLine(one)], [0, "1.1.0 is withdrawn: Wrong."])
      assert.deepStrictEqual([two.code, firstLine(two)], [0, "1.0.0 is withdrawn: Wrong."])
      assert.include(yield* Effect.promise(ledger), `"date":"2028-02-29T00:00:00Z","reason":"Wrong."`)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("show what they mean with --dry-run, and write nothing", () =>
    Effect.gen(function* () {
      const { ledger, run } = yield* published
      const before = yield* Effect.promise(ledger)
      const [withdrawn, refused] = yield* Effect.promise(() =>
        Promise.all([
          run("withdraw", "v1.1.0", ...reason, "--dry-run"),
          run("end-of-life", "v1", ...reason, "--dry-run")
        ])
      )
      assert.deepStrictEqual(
        [withdrawn.code, withdrawn.stdout],
        [
          0,
          `Withdraw 1.1.0:
  latest means 1.0.0 instead of 1.1.0.
  v1 means 1.0.0 instead of 1.1.0.
  v1.1 means no release any more, instead of 1.1.0.
  1 license of 1.1.0 is not in 1.0.0.
  What only 1.1.0 added can be removed with a waiver of deprecation/removed-without-deprecation: 2026-02-14 was the last day for a withdrawal without one.
  v1.1.0 itself is still served, with the reason in X-Deprecation-Warning. Its number stays reserved.
Dry run: nothing was written.
`
        ]
      )
      assert.deepStrictEqual(
        [refused.code, refused.stderr],
        [1, "error: v1 is the newest major. Publish a newer one first.\n"]
      )
      assert.strictEqual(yield* Effect.promise(ledger), before)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("require --yes without a terminal", () =>
    Effect.gen(function* () {
      const { ledger, run } = yield* published
      const before = yield* Effect.promise(ledger)
      const { code, stderr } = yield* Effect.promise(() => run("withdraw", "v1.1.0", ...reason))
      assert.strictEqual(code, 2)
      assert.include(stderr, "--yes")
      assert.strictEqual(yield* Effect.promise(ledger), before)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("ask on a terminal, and do nothing if the answer is no", () =>
    Effect.gen(function* () {
      const { ledger, onTerminal } = yield* published
      const before = yield* Effect.promise(ledger)
      const args = ["withdraw", "v1.1.0", ...reason]
      const declined = yield* Effect.flip(onTerminal(args, "n"))
      assert.strictEqual(errorExitCode(declined), 1)
      assert.strictEqual(yield* Effect.promise(ledger), before)
      yield* onTerminal(args, "y")
      assert.include(yield* Effect.promise(ledger), "ReleaseWithdrawn")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("warn of the withdrawal of the only release of a major", () =>
    Effect.gen(function* () {
      const { folder, run } = yield* published
      yield* publishRelease(`${folder}/releases`, "2.0.0", { ...vocabulary("EDU", "FILM"), namespace: "other" })
      const { stdout } = yield* Effect.promise(() => run("withdraw", "v2.0.0", ...reason, "--dry-run"))
      assert.include(
        stdout,
        "warning: no other release of v2 is available. Clients of v2 get 404 unless they request v2.0.0, until a corrected release of v2 is published."
      )
      assert.include(stdout, "latest means 1.1.0 instead of 2.0.0.")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
