import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { rolldown } from "rolldown"
import { hasChromium, openContext, reportSkipped } from "../../../support/Chromium.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { projectWithClient } from "../PackedClient.ts"
import { attacks, evidence, type Evidence } from "./Attacks.ts"
import { proven } from "./ProvenLicense.ts"

reportSkipped("proofs in a browser")

/** A page with a script that was bundled from the installed package, as somebody may send it to a reader. */
const makePage = async (): Promise<string> => {
  const project = await projectWithClient()
  const program = `
    import { verifyArtifact } from "@nil-licensing/client/verify"
    const field = (id) => document.getElementById(id)
    const file = (id) => field(id).files[0]
    field("verify").addEventListener("click", async () => {
      const outcome = field("outcome")
      try {
        const trusted = { logKeys: await file("key").text(), witnesses: field("witnesses").value, quorum: Number(field("quorum").value) }
        const expected = { version: field("version").value || undefined, path: field("path").value || undefined }
        const facts = await verifyArtifact(await file("artifact").arrayBuffer(), await file("proof").text(), trusted, expected)
        outcome.textContent = JSON.stringify(facts)
      } catch (error) {
        outcome.textContent = error.name + ": " + error.message
      }
    })`
  await writeFile(join(project, "page.js"), program)
  const build = await rolldown({ input: join(project, "page.js"), platform: "browser" })
  const { output } = await build.generate({ format: "iife", minify: true })
  await build.close()
  const page = `<!doctype html>
    <meta charset="utf-8">
    <title>Verify a proof</title>
    <input id="artifact" type="file"><input id="proof" type="file"><input id="key" type="file">
    <textarea id="witnesses"></textarea><input id="quorum"><input id="version"><input id="path">
    <button id="verify">Verify</button>
    <output id="outcome"></output>
    <script>${output[0].code.replaceAll("</script", String.raw`<\/script`)}</script>`
  await writeFile(join(project, "page.html"), page)
  return join(project, "page.html")
}

/** Puts the artifact, the proof and the key into a folder, with nothing else. */
const writeEvidence = async ({ artifact, logKeys, proof }: Evidence): Promise<string> => {
  const folder = join(await temporaryFolder(), "evidence")
  await mkdir(folder)
  await writeFile(join(folder, "artifact"), artifact)
  await writeFile(join(folder, "proof"), proof)
  await writeFile(join(folder, "key"), logKeys)
  return folder
}

/** Opens the evidence in the page as a reader does, and returns what the page says. */
const verifyIn = async (page: Page, given: Evidence): Promise<string> => {
  const folder = await writeEvidence(given)
  for (const name of ["artifact", "proof", "key"]) await page.setInputFiles(`#${name}`, join(folder, name))
  await page.fill("#witnesses", given.witnesses)
  await page.fill("#quorum", String(given.quorum))
  await page.fill("#version", given.version ?? "")
  await page.fill("#path", given.path ?? "")
  await page.evaluate('document.getElementById("outcome").textContent = ""')
  await page.click("#verify")
  return page.locator("#outcome:not(:empty)").innerText()
}

const within = async <A>(use: (context: BrowserContext) => Promise<A>): Promise<A> => {
  const context = await openContext()
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

const file = hasChromium ? await makePage() : ""

describe.skipIf(!hasChromium)("a page that was saved to a folder", () => {
  it("verifies a proof without network, and refuses every attack with its message", () =>
    within(async (context) => {
      await context.setOffline(true)
      const page = await context.newPage()
      const requests: Array<string> = []
      page.on("request", (request) => requests.push(request.url()))
      const address = pathToFileURL(file).href
      await page.goto(address)
      assert.strictEqual(await verifyIn(page, evidence), JSON.stringify(proven))
      for (const [name, { evidence, message }] of Object.entries(attacks)) {
        assert.strictEqual(await verifyIn(page, evidence), `ProofRejected: ${message}`, name)
      }
      assert.strictEqual(await verifyIn(page, evidence), JSON.stringify(proven))
      assert.deepStrictEqual(requests, [address])
    }))

  it("says so if it came over plain HTTP", () =>
    within(async (context) => {
      const html = await readFile(file, "utf8")
      await context.route("http://insecure.example/", (route) =>
        route.fulfill({ contentType: "text/html", body: html })
      )
      const page = await context.newPage()
      await page.goto("http://insecure.example/")
      assert.strictEqual(
        await verifyIn(page, evidence),
        "CryptoUnavailable: Proofs cannot be verified in a page that came over plain HTTP. Open the page over HTTPS or from a file."
      )
    }))

  it("says so if the browser lacks Ed25519, as they did before 2025", () =>
    within(async (context) => {
      // The message of Chromium 136.
      await context.addInitScript(`
        SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException(
          "Failed to execute 'importKey' on 'SubtleCrypto': Algorithm: Unrecognized name", "NotSupportedError"))`)
      const page = await context.newPage()
      await page.goto(pathToFileURL(file).href)
      assert.strictEqual(
        await verifyIn(page, evidence),
        "CryptoUnavailable: Proofs cannot be verified, since the Web Cryptography API of this platform lacks Ed25519. Use a newer version."
      )
    }))
})
