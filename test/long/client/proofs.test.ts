import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { oldNode } from "../../support/OldNode.ts"
import { platformProgram, requireTool } from "../../support/Tools.ts"
import { projectWithClient } from "../../system/client/PackedClient.ts"
import { attacks, evidence } from "../../system/client/proofs/Attacks.ts"
import { proven } from "../../system/client/proofs/ProvenLicense.ts"

const run = promisify(execFile)

const project = await projectWithClient()

/** What a program reports of each piece of evidence: what is proven, or the error. */
const report = `
  import { ProofRejected, verifyArtifact } from "@nil-licensing/client/verify"
  export const report = async ({ artifact, proof, logKeys, witnesses, quorum, version, path }) => {
    try {
      return await verifyArtifact(artifact, proof, { logKeys, witnesses, quorum }, { version, path })
    } catch (error) {
      if (!(error instanceof ProofRejected)) throw error
      return { tag: error.problem._tag, message: error.message }
    }
  }`
await writeFile(join(project, "report.mjs"), report)

await writeFile(
  join(project, "all.mjs"),
  `import { readFileSync } from "node:fs"
   import { report } from "./report.mjs"
   const all = JSON.parse(readFileSync("evidence.json", "utf8"))
   const reports = []
   for (const evidence of all) reports.push(await report(evidence))
   console.log(JSON.stringify(reports))`
)
await writeFile(
  join(project, "worker.mjs"),
  `import { report } from "./report.mjs"
   export default { fetch: async (request) => Response.json(await Promise.all((await request.json()).map(report))) }`
)
const all = JSON.stringify([evidence, ...Object.values(attacks).map(({ evidence }) => evidence)])
await writeFile(join(project, "evidence.json"), all)

const expected = [proven, ...Object.values(attacks).map(({ message, tag }) => ({ tag, message }))]

describe("the packed entry that verifies proofs", () => {
  it.each([
    ["Node", process.execPath, []] as const,
    ...(oldNode === undefined ? [] : [["an older Node", oldNode, []] as const]),
    ["Bun", platformProgram("@oven", "bin/bun"), []] as const,
    ["Deno", platformProgram("@deno", "deno"), ["run", "--allow-read=.", "--no-remote"]] as const
  ])("accepts the proof and refuses every attack in %s, without network", async (_, program, options) => {
    const { stderr, stdout } = await run(program, [...options, "all.mjs"], { cwd: project, env: { HOME: project } })
    assert.deepStrictEqual([JSON.parse(stdout), stderr], [expected, ""])
  })

  it("accepts the proof and refuses every attack in workerd", async () => {
    const { outputFiles } = await requireTool("esbuild").build({
      entryPoints: [join(project, "worker.mjs")],
      bundle: true,
      write: false,
      format: "esm",
      conditions: ["workerd"]
    })
    const { Miniflare } = requireTool("miniflare")
    const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: "2025-09-01" })
    try {
      const response = await miniflare.dispatchFetch("http://worker.example/", { method: "POST", body: all })
      assert.deepStrictEqual(await response.json(), expected)
    } finally {
      await miniflare.dispose()
    }
  })

  it("refuses the proof after a change of any byte of it", async () => {
    await writeFile(
      join(project, "mutate.mjs"),
      `import { readFileSync } from "node:fs"
       import { report } from "./report.mjs"
       const [evidence] = JSON.parse(readFileSync("evidence.json", "utf8"))
       const bytes = Buffer.from(evidence.proof)
       const accepted = []
       for (const index of bytes.keys()) {
         const altered = Buffer.from(bytes)
         altered[index] ^= 1 << (index % 8)
         const { tag } = await report({ ...evidence, proof: altered.toString() })
         if (tag === undefined) accepted.push(index)
       }
       console.log(JSON.stringify({ bytes: bytes.length, accepted }))`
    )
    const { stdout } = await run(process.execPath, ["mutate.mjs"], { cwd: project })
    assert.deepStrictEqual(JSON.parse(stdout), { bytes: Buffer.byteLength(evidence.proof), accepted: [] })
  })

  it.skipIf(oldNode === undefined)("says so if the platform has no Web Cryptography API", async () => {
    const args = ["--no-experimental-global-webcrypto", "all.mjs"]
    const failure = await run(oldNode ?? "", args, { cwd: project }).then(
      () => "",
      (error: unknown) => String(error)
    )
    assert.include(failure, "CryptoUnavailable")
    assert.include(failure, "this platform lacks the Web Cryptography API. Use a newer version.")
  })
})
