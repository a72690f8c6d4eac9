import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { createServer } from "node:net"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const where = temporaryFolder()

const printed = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const { code, stderr, stdout } = await taxonomy(["serve", "--print-config", ...args], { cwd: await where, env })
  return { code, stderr, stdout, configuration: code === 0 ? JSON.parse(stdout) : undefined }
}

describe("taxonomy serve --print-config", () => {
  it("prints every option of the help with its source", async ({ expect }) => {
    const help = await taxonomy(["serve", "--help"], { cwd: await where })
    const withVariable = /--([a-z-]+)(?:(?!\n {2,}--)[^])*?\[env: (TAXONOMY_\w+)\]/g
    const variables = new Map([...help.stdout.matchAll(withVariable)].map(([, name, variable]) => [name, variable]))
    const { code, configuration, stderr } = await printed([])
    expect([code, stderr]).toEqual([0, ""])
    expect(new Set(Object.keys(configuration))).toEqual(new Set(variables.keys()))
    expect(configuration).toMatchObject({
      port: { value: 8080, source: "default" },
      "max-connections-per-address": { value: 2000, source: "default" }
    })
  })

  it("neither listens, nor connects, nor creates files, nor shows passwords", async ({ expect }) => {
    const taken = createServer()
    await once(taken.listen(0, "127.0.0.1"), "listening")
    const address = taken.address()
    const port = typeof address === "object" && address !== null ? String(address.port) : ""
    const env = {
      TAXONOMY_PORT: port,
      TAXONOMY_KEYS: "postgres://user:secret1@127.0.0.1:1/name?password=secret2",
      TAXONOMY_RELEASES: "missing"
    }
    const { configuration, stderr, stdout } = await printed(["--limits", "redis://:secret3@127.0.0.1:1"], env)
    taken.close()
    expect(stderr).toBe("")
    expect(stdout).not.toContain("secret")
    expect(configuration).toMatchObject({
      port: { value: Number(port), source: "variable", variable: "TAXONOMY_PORT" },
      keys: { value: "postgres://user:***@127.0.0.1:1/name?password=***", variable: "TAXONOMY_KEYS" },
      limits: { value: "redis://:***@127.0.0.1:1", source: "option" }
    })
    expect(await readdir(await where)).toEqual([])
  })

  it("warns of a variable that no option reads, apart from the configuration", async ({ expect }) => {
    const { code, configuration, stderr } = await printed([], { TAXONOMY_PORTT: "8090" })
    expect([code, stderr]).toEqual([
      0,
      "warning: No option reads the variable TAXONOMY_PORTT. Did you mean TAXONOMY_PORT?\n"
    ])
    expect(configuration).toMatchObject({ port: { value: 8080, source: "default" } })
  })

  it("refuses an invalid address without repeating it", async ({ expect }) => {
    const { code, stderr, stdout } = await printed(["--limits", "redis://:secret@cache/name"])
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain("The database is not a number")
    expect(stderr).not.toContain("secret")
  })
})
