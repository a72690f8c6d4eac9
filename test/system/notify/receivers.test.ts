import { spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { findFixedPort } from "../../support/FixedPort.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { documentAt } from "../docs/Documents.ts"
import { stop, until } from "./Service.ts"
import { keysOf, requestFor } from "./signed.ts"

const programs = [
  { language: "js", file: "receiver.mjs", run: [process.execPath, "receiver.mjs"], kinds: ["secret"] },
  { language: "python", file: "receiver.py", run: ["python3", "receiver.py"], kinds: ["secret"] },
  { language: "go", file: "receiver.go", run: ["go", "run", "receiver.go"], kinds: ["secret", "publicKey"] }
] as const

const cases = programs.flatMap(({ kinds, ...program }) => kinds.map((kind) => ({ ...program, kind })))

describe("a receiver of the guide", () => {
  it.for(cases)(
    "in $language, with the $kind: accepts what is signed and refuses everything else",
    async (program, { expect, onTestFinished, skip }) => {
      const { file, kind, language, run } = program
      const [command = "", ...args] = run
      if (language !== "js" && !isInstalled(command)) skip(`${command} is not installed`)
      const { blocks } = documentAt("docs/how-to/receive-webhooks.md")
      const code = blocks.find((block) => block.code.split("\n", 1)[0]?.endsWith(` ${file}`))?.code
      const cwd = await temporaryFolder()
      await writeFile(join(cwd, file), code ?? "")
      const port = await findFixedPort()
      const keys = keysOf()
      const env = {
        ...process.env,
        PORT: port,
        ...(kind === "secret" ? { WEBHOOK_SECRET: keys.secret } : { WEBHOOK_PUBLIC_KEY: keys.publicKey })
      }
      // A group of its own, since `go run` starts another process.
      const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
      let out = ""
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
      onTestFinished(async () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
        await stop(child)
      })
      const post = async (body: string, headers: Readonly<Record<string, string>>) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers, signal: AbortSignal.timeout(5000) }))
          .status
      const { body, headers } = requestFor("https://example.com/")
      await until(async () =>
        post("{}", {}).then(
          () => true,
          () => false
        )
      )
      const sent = { ...headers }
      const now = Number(sent["webhook-timestamp"])
      expect([
        await post(body, sent),
        await post(body, { ...sent, "webhook-signature": `v1,AAAA ${sent["webhook-signature"]}` }),
        await post(`${body} `, sent),
        await post(body, { ...sent, "webhook-id": "msg_3" }),
        await post(body, { ...sent, "webhook-timestamp": String(now - 1000) }),
        await post(body, { ...sent, "webhook-signature": "v1,AAAA v1a,AAAA" }),
        await post(body, {})
      ]).toEqual([204, 204, 400, 400, 400, 400, 400])
      await until(async () => out.split("\n").length === 3)
      expect(out).toBe("msg_2 taxonomy.release\n".repeat(2))
    }
  )
})
