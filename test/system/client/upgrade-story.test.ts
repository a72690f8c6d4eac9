import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, it } from "vitest"
import {
  CodeRemoved,
  migrateConfig,
  TaxonomyClient,
  validateConfig,
  type DeprecationNotice
} from "../../../src/client/Package.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { startReadServer } from "../../support/explorer/ReadServer.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { copyOf, makeOneMajor, publishOn } from "../../support/TwoMajors.ts"

const item = "use_type/editorial"
const replacement = "use_type/educational"

/** Contracts as the app has stored them since it was written for v1.0. */
const stored = [{ use_type: ["editorial"] }, { use_type: ["educational"] }]

describe("an app that is pinned to v1.0", () => {
  it("hears of a deprecation of v1.1, reads what changed, migrates its configs and moves to v2", async ({ expect }) => {
    // 1.1.0 to 1.3.0 deprecate editorial. The working tree removes it in 2.0.0.
    const project = await copyOf(makeOneMajor())
    await using server = await startReadServer(project)
    const apiKey = await server.issueKey("enterprise")
    const { url: baseUrl } = server
    const get = (path: string) => fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } })

    // The release that the app has pinned deprecates nothing, but a later one does.
    const answer = await get("/v1/licenses?version=v1.0&use_type=editorial")
    expect(answer.headers.get("x-deprecation-warning")).toMatch(/^use_type\/editorial is deprecated since v1\.1, use /)
    expect(answer.headers.get("x-latest-compatible-version")).toBe("v1.3")
    const told = Promise.withResolvers<DeprecationNotice>()
    const pinned = new TaxonomyClient({ baseUrl, apiKey, version: "v1.0", onDeprecation: told.resolve })
    const written = await pinned.schema()
    expect(written.version).toBe("v1.0")
    expect(await (await told.promise).readItems()).toMatchObject([
      { item, since: { version: "v1.1" }, replaced_by: ["educational"], earliest_removal: { version: "v2.0" } }
    ])

    // What the newest compatible release has changed since, and what it deprecates.
    const { releases } = await pinned.releases()
    expect(releases.map(({ release, status }) => [release, status])).toEqual([
      ["1.3.0", "current"],
      ["1.2.0", "superseded"],
      ["1.1.0", "superseded"],
      ["1.0.0", "superseded"]
    ])
    expect(await pinned.changes({ from: "v1.0" })).toMatchObject({
      from: { release: "1.0.0" },
      to: { release: "1.3.0" },
      required_bump: "minor",
      changes: expect.arrayContaining([expect.objectContaining({ kind: "value-deprecated", item })])
    })

    // The stored configs are still valid there, and can be modernized before anything breaks.
    const unheard = { baseUrl, apiKey, onDeprecation: () => undefined }
    const newest = await new TaxonomyClient({ ...unheard, version: "v1.3" }).schema()
    const migrations = stored.map((config) => migrateConfig(config, { from: written, to: newest, modernize: true }))
    expect(migrations.map(({ verdict }) => verdict)).toEqual(["deprecated", "valid"])
    const migrated = migrations.map(({ config }) => config)
    expect(migrated).toEqual([{ use_type: ["educational"] }, { use_type: ["educational"] }])

    // The operator publishes v2 while the server runs.
    await publishOn(project, "2026-08-10")
    while ((await get("/v2/schema")).status !== 200) await setTimeout(20)
    const next = new TaxonomyClient({ ...unheard, version: "v2" })
    const schema = await next.schema()
    expect(schema.version).toBe("v2.0")
    await expect(next.licenses({ use_type: ["editorial"] })).rejects.toThrow(CodeRemoved)

    // No migrated contract breaks there. Of the others, one does, with a single way out.
    for (const config of migrated) expect(validateConfig(schema, config)).toMatchObject({ valid: true, deprecated: [] })
    const items = await next.items()
    const late = stored.map((config) => migrateConfig(config, { from: written, to: schema, items }))
    expect(late.map(({ config, verdict }) => [verdict, config])).toEqual([
      ["broken", { use_type: ["educational"] }],
      ["valid", { use_type: ["educational"] }]
    ])
    expect(late[0]?.steps).toMatchObject([{ item, replaced_by: [replacement] }])
    const impact = async (version: string, configs: ReadonlyArray<unknown>) => {
      const file = join(await temporaryFolder(), "contracts.ndjson")
      await writeFile(file, configs.map((config, id) => JSON.stringify({ id, version, config })).join("\n"))
      return taxonomy(["impact", file, "--to", "v2.0.0", "--fail-on", "broken"], { cwd: project })
    }
    expect(await impact("1.0.0", stored)).toMatchObject({ code: 1, stdout: expect.stringContaining("1 broken") })
    expect(await impact("1.3.0", migrated)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 untouched") })
  })
})
