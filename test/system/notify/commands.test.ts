import { execFile } from "node:child_process"
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { describe, it, type TestContext } from "vitest"
import { ProofRejected, verifyWebhookProof } from "../../../src/client/Verify.ts"
import { verifyWebhook } from "../../../src/client/Webhook.ts"
import { formatVerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { checkpointFile, makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { signWholeLog } from "../../../src/transparency/SignWholeLog.ts"
import { programs } from "../../support/Programs.ts"
import { checkpointOf, forgeKey, makeSigner } from "../keys/forgery.ts"
import { makeService, master, until, type Received } from "./Service.ts"

/** A service with a receiver, and the commands of an operator. */
const makeOperator = async (
  { onTestFinished }: TestContext,
  answer: (response: ServerResponse, attempt: number) => void = (response) => void response.writeHead(204).end()
) => {
  const received: Array<Received> = []
  const receiver = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
    request.on("end", () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of these is repeated
      received.push({ url: request.url ?? "", headers: request.headers as Received["headers"], body })
      answer(response, received.length)
    })
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const service = await makeService()
  onTestFinished(async () => {
    await service.end()
    receiver.closeAllConnections()
    receiver.close()
  })
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/path-secret`
  const run = (...args: ReadonlyArray<string>) =>
    new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
      const locations = {
        TAXONOMY_HOOKS: service.hooks,
        TAXONOMY_KEYS: service.keys,
        TAXONOMY_RELEASES: service.releases
      }
      const env = { ...process.env, TAXONOMY_HOOKS_SECRET: master, ...locations }
      execFile(process.execPath, [programs.taxonomy, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      )
    })
  const show = async (hook: string) => JSON.parse((await run("hooks", "show", hook, "--format", "json")).stdout)
  const add = async (key = service.key, path = "") => {
    const outbound = ["--allow-private", "--allow-http"]
    const { stdout } = await run("hooks", "add", `${url}${path}`, "--key", key, ...outbound, "--format", "json")
    const added: { readonly identifier: string; readonly secret: string; readonly public_key: string } =
      JSON.parse(stdout)
    return added
  }
  const revoke = () => run("keys", "revoke", service.key, "--reason", "A test", "--yes")
  return { service, received, url, run, show, add, revoke }
}

const test = ["--service", "https://licensing.example/api/taxonomy", "--allow-private", "--allow-http"]

describe("taxonomy hooks", () => {
  it("takes a hook from its addition to its end, and shows each secret once", async (context) => {
    const { expect } = context
    const { add, received, revoke, run, service, show, url } = await makeOperator(context)
    const { identifier, public_key, secret } = await add()
    expect(secret).toMatch(/^whsec_/)
    expect(await show(identifier)).toMatchObject({ identifier, url, status: "active", key: service.key })

    expect(await run("hooks", "test", identifier, ...test)).toMatchObject({ code: 0 })
    const [{ body, headers } = { body: "", headers: {} }] = received
    for (const keys of [{ secret }, { publicKey: public_key }]) {
      expect((await verifyWebhook(body, headers, keys)).type).toBe("taxonomy.test")
    }

    const rotated = JSON.parse((await run("hooks", "rotate", identifier, "--format", "json")).stdout)
    expect(rotated.secret).not.toBe(secret)
    await run("hooks", "test", identifier, ...test)
    const second = received[1] ?? { body: "", headers: {} }
    for (const each of [secret, rotated.secret]) await verifyWebhook(second.body, second.headers, { secret: each })

    expect((await run("hooks", "pause", identifier)).code).toBe(0)
    expect(await show(identifier)).toMatchObject({ status: "paused", pause_cause: "operator" })
    expect((await run("hooks", "pause", identifier)).stderr).toContain("Nothing changed")
    expect((await run("hooks", "resume", identifier)).code).toBe(0)

    await revoke()
    const list = await run("hooks", "list")
    expect(list.stdout).toMatch(new RegExp(`${identifier}\\s+key-revoked`))
    expect(list.stdout).not.toContain("path-secret")
    expect((await run("hooks", "test", identifier, ...test)).stderr).toContain("its status is key-revoked")
    expect((await run("hooks", "remove", identifier)).code).toBe(0)
    expect(await show(identifier)).toMatchObject({ status: "removed", removal_cause: "operator" })

    const kept = (await readFile(service.hooks, "utf8")) + list.stdout + (await run("hooks", "show", identifier)).stdout
    for (const text of [secret, public_key, rotated.secret, rotated.public_key, master]) {
      expect(kept).not.toContain(text.slice(text.indexOf("_") + 1))
    }
  })

  it("refuses a private address, an unknown key and an unknown hook", async (context) => {
    const { expect } = context
    const { run, service, url } = await makeOperator(context)
    expect((await run("hooks", "add", "https://127.0.0.1/", "--key", service.key)).stderr).toContain("--allow-private")
    expect((await run("hooks", "add", url, "--key", service.key)).stderr).toContain("--allow-http")
    const other = await run("hooks", "add", "https://example.com/", "--key", "nil_AAAAAAAA")
    expect([other.code, other.stdout]).toEqual([expect.any(Number), ""])
    expect(other.code).not.toBe(0)
    expect((await run("hooks", "show", "hook_AAAAAAAAAAAA")).stderr).toContain("Unknown hook")
  })
})

describe("taxonomy notify", () => {
  it("ends a hook that answers 410, and sends it nothing more", async (context) => {
    const { expect } = context
    const { add, received, service, show } = await makeOperator(context, (response) => {
      response.writeHead(410).end()
    })
    const { identifier, secret } = await add()
    const { child, log } = await service.startNotifier()
    await service.publish()
    await until(async () => (await show(identifier)).status === "removed")
    expect(await show(identifier)).toMatchObject({ removal_cause: "gone", removed_by: "taxonomy notify" })
    await service.publish()
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
    expect(received).toHaveLength(1)
    for (const text of [secret, master, "path-secret"]) expect(log()).not.toContain(text)
  })

  it("sends nothing to a hook whose key is revoked", async (context) => {
    const { expect } = context
    const { add, received, revoke, run, service } = await makeOperator(context)
    const holder = ["--organization", "Acme", "--use-case", "A shop", "--expected-volume", "10 a day"]
    const issued = await run("keys", "issue", ...holder, "--environment", "production", "--tier", "free")
    const [key = ""] = /nil_[0-9A-Za-z]{8}/.exec(issued.stdout) ?? []
    await add(service.key, "/revoked")
    await add(key, "/active")
    const { child } = await service.startNotifier()
    await revoke()
    await service.publish()
    const sentTo = (path: string) => received.filter(({ url }) => url.endsWith(path)).length
    // A release, its deprecation and its license.
    await until(async () => sentTo("/active") === 3)
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
    expect(sentTo("/revoked")).toBe(0)
  })

  it("trusts only a ledger of API keys that a trusted key signed", async (context) => {
    const { expect } = context
    const { add, received, service } = await makeOperator(context)
    const { signingKeys, verifier } = await makeSigner()
    const options = ["--keys-trusted-key", formatVerifierKey(verifier)]
    await expect(service.startNotifier(...options)).rejects.toThrow(/exit 4: (?:.|\n)+ is not signed/)

    const lines = (await readFile(service.keys, "utf8")).trimEnd().split("\n")
    await writeFile(`${service.keys}.checkpoint`, checkpointOf(lines, signingKeys))
    const { child, log } = await service.startNotifier(...options)
    // Somebody who can write the ledger, and has no signing key, adds an API key.
    const forged = forgeKey(lines)
    await writeFile(service.keys, `${forged.lines.join("\n")}\n`)
    await until(async () => log().includes("The last good state stays in force"))
    await add(Redacted.value(forged.key).slice(0, 12), "/forged")
    await add(service.key, "/signed")
    await service.publish()
    await until(async () => received.length === 3)
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
    expect(received.filter(({ url }) => !url.endsWith("/signed"))).toEqual([])
    await expect(service.startNotifier(...options)).rejects.toThrow(/exit 4: (?:.|\n)+event 2 is not signed/)
  })

  it("sends messages with a proof that the signed log has the event, and the client refuses every other", async (context) => {
    const { expect } = context
    const { add, received, service } = await makeOperator(context)
    const { secret } = await add()
    await service.publish()
    const { signingKeys, verifier } = await makeSigner("example.com/taxonomy")
    const tree = makeLogTree(service.ledger().leaves)
    await writeFile(join(service.releases, checkpointFile), signWholeLog(tree, signingKeys))
    const key = formatVerifierKey(verifier)
    const { child } = await service.startNotifier("--trusted-key", key)
    await until(async () => received.length === 3)
    child.kill("SIGTERM")
    const [webhook] = await Promise.all(
      received.map(async ({ body, headers }) => {
        const webhook = await verifyWebhook(body, headers, { secret })
        const facts = { origin: "example.com/taxonomy", index: webhook.data.sequence - 1, size: tree.size }
        expect(await verifyWebhookProof(webhook, key)).toMatchObject(facts)
        return webhook
      })
    )
    if (webhook?.data.proof === undefined) throw new Error("There is no proof")
    const { proof, ...data } = webhook.data
    const tagOf = (changes: object, trusted = key) =>
      verifyWebhookProof({ ...webhook, data: { ...data, proof, ...changes } }, trusted).then(
        () => "accepted",
        (error: unknown) => (error instanceof ProofRejected ? error.problem._tag : error)
      )
    const [first = "", ...others] = proof.hashes
    const other = `${first.startsWith("A") ? "B" : "A"}${first.slice(1)}`
    expect([
      await tagOf({}),
      await tagOf({ digest: `sha256:${"0".repeat(64)}` }),
      await tagOf({ manifest: `sha256:${"0".repeat(64)}` }),
      await tagOf({ release: "9.9.9" }),
      await tagOf({ sequence: 1 }),
      await tagOf({ proof: { ...proof, hashes: [other, ...others] } }),
      await tagOf({ proof: { ...proof, hashes: ["A"] } }),
      await tagOf({ proof: { ...proof, index: 0 } }),
      await tagOf({ proof: { ...proof, index: tree.size } }),
      await tagOf({ proof: { ...proof, leaf: proof.leaf.replace(/"version":"[^"]+"/, '"version":"9.9.9"') } }),
      await tagOf({ proof: { ...proof, checkpoint: proof.checkpoint.replace(`\n${tree.size}\n`, "\n9\n") } }),
      await tagOf({ proof: undefined }),
      await tagOf({}, formatVerifierKey((await makeSigner("example.com/taxonomy")).verifier))
    ]).toEqual([
      "accepted",
      ...Array.from({ length: 4 }, () => "OtherEvent"),
      "NotIncluded",
      "NotAProof",
      "NotIncluded",
      "LeafBeyondTree",
      "NotIncluded",
      "InvalidSignature",
      "NotAProof",
      "UntrustedSigner"
    ])
  })

  it("waits as long as Retry-After says", async (context) => {
    const { expect } = context
    const { add, received, service, show } = await makeOperator(context, (response) => {
      response.writeHead(503, { "retry-after": "3600" }).end()
    })
    const { identifier } = await add()
    const { child } = await service.startNotifier()
    await service.publish()
    await until(async () => (await show(identifier)).failures === 1)
    const { failing_since, last_result, next_attempt_at } = await show(identifier)
    expect(last_result).toBe("503")
    expect(Date.parse(next_attempt_at) - Date.parse(failing_since)).toBeGreaterThanOrEqual(3_599_000)
    child.kill("SIGTERM")
    expect(await once(child, "exit")).toEqual([0, null])
    expect(received).toHaveLength(1)
  })

  it("answers SIGTERM after the message that is being sent was settled", async (context) => {
    const { expect } = context
    const waiting: Array<ServerResponse> = []
    const { add, received, service, show } = await makeOperator(context, (response, attempt) => {
      if (attempt === 1) waiting.push(response)
      else response.writeHead(204).end()
    })
    const { identifier } = await add()
    const { child } = await service.startNotifier()
    await service.publish()
    await until(async () => waiting.length === 1)
    const exited = once(child, "exit")
    child.kill("SIGTERM")
    waiting[0]?.writeHead(204).end()
    expect(await exited).toEqual([0, null])
    expect(received).toHaveLength(1)
    expect(await show(identifier)).toMatchObject({ failures: 0, last_result: "204" })
  })
})
