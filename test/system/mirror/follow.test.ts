import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { pause } from "../../support/Patience.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { serverProcess } from "../server/many/ServerProcess.ts"
import { nginxProgram, runNginx } from "../server/nginx/Nginx.ts"
import { waitUntil } from "../server/TestServer.ts"
import { expectSame, releasesOf, replaceWith } from "./MirrorFolder.ts"

const name = "example.com/taxonomy"
const { key } = await generateSigningKey(name, "ed25519")
const keys = { name, keys: [key] as const }

/** nginx over a folder of releases, as an operator sets it up, and the requests that it answered. */
const nginxOver = Effect.fnUntraced(function* (folder: string) {
  const log = join(yield* Effect.promise(temporaryFolder), "access.log")
  const { port } = yield* runNginx(
    ({ listen }) => `
      log_format requests '$status $uri';
      server { listen ${listen}; root ${folder}; default_type text/plain; access_log ${log} requests; }`
  )
  const requests = () => readFileSync(log, "utf8").trimEnd().split("\n")
  return { url: `http://127.0.0.1:${port}`, requests }
})

/** `taxonomy mirror --follow`, which polls when it is told to. */
const followingMirror = (args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [programs.taxonomy, "mirror", ...args, "--follow", "--interval", "3600"], {
        stdio: ["ignore", "ignore", "pipe"]
      })
      let log = ""
      child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
      return {
        child,
        log: () => log,
        poll: (expected: string) =>
          Effect.suspend(() => {
            const { length } = log
            child.kill("SIGHUP")
            return waitUntil(() => log.includes(expected, length))
          }),
        exitCode: Effect.promise(async () => {
          if (child.exitCode === null) await once(child, "close")
          return child.exitCode
        })
      }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

layer(NodeServices.layer, { excludeTestServices: true })("taxonomy mirror", (it) => {
  it.effect.skipIf(nginxProgram === undefined)("follows an nginx, for a server that serves what it brings", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(() => releasesOf(1, keys))
      const { requests, url } = yield* nginxOver(folder)
      const cwd = yield* Effect.promise(temporaryFolder)
      const into = join(cwd, "mirrored")
      const trusted = ["--trusted-key", formatVerifierKey(key.verifier), "--wait", "0"]
      const once = () => Effect.promise(() => taxonomy(["mirror", url, "--into", into, ...trusted], { cwd }))

      const first = yield* once()
      const signed = `The checkpoint of ${name} covers the only event. Signed by ${name}+${key.verifier.id}.`
      const holds = `${into} holds 1 release up to event 1, newest 1.0.0. ${signed}\n`
      assert.deepStrictEqual([first.code, first.stderr, first.stdout], [0, "", `Copied 1 release (1.0.0). ${holds}`])
      const second = yield* once()
      assert.deepStrictEqual([second.code, second.stdout], [0, `Nothing is new. ${holds}`])
      // nginx logs a request after its response.
      yield* waitUntil(() => requests().slice(-2).join() === "304 /ledger.ndjson,304 /checkpoint")

      const server = yield* serverProcess(["--releases", into, "--keys", join(cwd, "keys.ndjson")])
      const mirror = yield* followingMirror([`${url}?sig=secret`, "--into", into, ...trusted])
      yield* waitUntil(() => mirror.log().includes('"sequence":1'))
      const commandLine = `/proc/${mirror.child.pid}/cmdline`
      if (existsSync(commandLine)) assert.notInclude(readFileSync(commandLine, "utf8"), "secret")

      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2, keys)))
      yield* mirror.poll('"sequence":2')
      yield* waitUntil(() => requests().includes("206 /ledger.ndjson"))
      yield* Effect.repeat(server.metric("taxonomy_catalog_sequence"), {
        until: (sequence) => Option.contains(sequence, 2),
        schedule: pause
      })
      yield* expectSame(folder, into)

      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(1, keys)))
      yield* mirror.poll("the ledger was rolled back: it ends with event 1, and the folder holds 2")
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(3, keys)))
      yield* mirror.poll('"sequence":3')
      yield* expectSame(folder, into)

      mirror.child.kill("SIGTERM")
      assert.strictEqual(yield* mirror.exitCode, 0)
      const lines = mirror.log().trimEnd().split("\n").map(parse)
      assert.deepStrictEqual(
        lines.map(({ level, sequence }) => [level, sequence]),
        [
          ["INFO", 1],
          ["INFO", 2],
          ["ERROR", undefined],
          ["INFO", undefined],
          ["INFO", 3]
        ]
      )
      assert.notInclude(mirror.log(), "secret")
    })
  )

  it.effect("refuses a URL without repeating what may be a password, exit code 2", () =>
    Effect.promise(async () => {
      const cwd = await temporaryFolder()
      for (const url of ["ftp://me:secret@a.example/r", "me:secret@a.example", "https://a.example/#secret"]) {
        const { code, stderr } = await taxonomy(["mirror", url, "--into", "mirrored"], { cwd })
        assert.strictEqual(code, 2)
        assert.match(stderr, /^error: <url> [^\n]+\n$/)
        assert.notInclude(stderr, "secret")
      }
      const env = { TAXONOMY_MIRROR_AUTHORIZATION: "Bearer secret\u0007" }
      const { code, stderr } = await taxonomy(["mirror", "https://a.example/r", "--into", "mirrored"], { cwd, env })
      assert.strictEqual(code, 2)
      assert.match(stderr, /^error: TAXONOMY_MIRROR_AUTHORIZATION is not the value of a header\. [^\n]+\n$/)
      assert.notInclude(stderr, "secret")
    })
  )
})

const parse = (line: string): { readonly level?: unknown; readonly sequence?: unknown } => JSON.parse(line)
