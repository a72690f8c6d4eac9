import { writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, describe, it } from "vitest"
import { shell } from "../../support/CommandLine.ts"
import { startReadServer } from "../../support/explorer/ReadServer.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { documentAt, programIn } from "./Documents.ts"
import { releasesOf } from "./Project.ts"

// blocks.test.ts runs the same programs as their pages do, with a key that has no limit.

const server = await startReadServer(dirname(await releasesOf("declared")))
afterAll(() => server[Symbol.asyncDispose]())

const languages = [
  { tool: "python3", page: "docs/how-to/call-from-python.md", run: "python3 taxonomy.py license NIL-EDU-IMAGE" },
  { tool: "java", page: "docs/how-to/call-from-java.md", run: "java Taxonomy.java license NIL-EDU-IMAGE" },
  { tool: "go", page: "docs/how-to/call-from-go.md", run: "go run taxonomy.go license NIL-EDU-IMAGE" }
] as const

/** Sends requests until the hour of the key is used up. */
const useUp = async (key: string): Promise<void> => {
  while ((await server.status(key)) !== 429);
}

describe("a program of the guides", () => {
  it.for(languages)(
    "$page: counts what a key has left, and says when it has nothing",
    async ({ page, run, tool }, { expect, skip }) => {
      if (!isInstalled(tool)) skip(`${tool} is not installed`)
      const cwd = await temporaryFolder()
      for (const block of documentAt(page).blocks) {
        const program = programIn(block)
        if (program !== undefined) await writeFile(join(cwd, program), block.code)
      }
      const key = await server.issueKey("free")
      const env = { ...process.env, TAXONOMY_URL: server.url, TAXONOMY_API_KEY: key }
      const first = await shell(run, { cwd, env })
      // The key was tried before, once.
      expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n304: .*\nRequests left: 98\n$/) })
      await useUp(key)
      const refused = await shell(run, { cwd, env })
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain("429 limit-exceeded: You have exceeded the limit of 100 requests per hour\n")
      const other = await shell(run, { cwd, env: { ...env, TAXONOMY_API_KEY: "nil_none" } })
      expect(other.stderr).toMatch(/^401 key-\w+: Invalid API key\n/)
    }
  )

  it("docs/how-to/call-with-curl.md: does not wait for an hour", async ({ expect }) => {
    const key = await server.issueKey("free")
    await useUp(key)
    const functions = documentAt("docs/how-to/call-with-curl.md").blocks.filter(({ code }) => /^\w+\(\) \{/.test(code))
    const commands = functions
      .map(({ code }) => code)
      .join("\n")
      .replace(/\npatiently [^]*$/, '\npatiently "$TAXONOMY_URL/v1/licenses"')
    const env = { ...process.env, TAXONOMY_URL: server.url, TAXONOMY_API_KEY: key }
    const { stdout } = await shell(commands, { cwd: await temporaryFolder(), env })
    expect(JSON.parse(stdout)).toMatchObject({ error: "Rate limit exceeded" })
  })
})
