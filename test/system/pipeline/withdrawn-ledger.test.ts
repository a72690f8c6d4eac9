import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"

// Written by the program of commit 105676b5: 1.1.0 deprecates a value and is withdrawn, 2.0.0 removes it and is withdrawn,
// and 2.0.1, 2.1.0 and 2.2.0 follow. The ledger holds the digests of all artifacts.
const ledger = fileURLToPath(new URL("fixtures/withdrawn.ndjson", import.meta.url))

describe("a ledger with a deprecation, a removal and a major in withdrawn releases", () => {
  it("gives the artifacts that were published from it", async ({ expect }) => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, "releases"))
    await writeFile(join(cwd, "releases/ledger.ndjson"), await readFile(ledger))
    expect(await taxonomy(["rebuild"], { cwd })).toMatchObject({ code: 0 })
    expect(await taxonomy(["verify"], { cwd })).toMatchObject({ code: 0 })
    const schema: unknown = JSON.parse(await readFile(join(cwd, "releases/v1.2.0/schema.json"), "utf8"))
    expect(schema).toMatchObject({
      deprecations: [{ since: { version: "v1.1" }, earliest_removal: { date: "2024-08-10" } }]
    })
  })
})
