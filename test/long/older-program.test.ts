import { spawn } from "node:child_process"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { describe, it, type TestContext } from "vitest"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import { readLedger } from "../../src/release/Ledger.ts"
import { buildRelease, runNode, taxonomy } from "../support/CommandLine.ts"
import { isInHistory, olderProgram } from "../support/OlderProgram.ts"
import { commitAll, makeRepository, temporaryFolder, writeFiles } from "../support/Repository.ts"
import { smallSources } from "../support/Sources.ts"
import { publishRelease } from "../system/server/releases.ts"

/**
 * The last commit of the program before events had schema versions of their own, the last one that knew schema 2, and the
 * last one whose vocabulary had no roles, kinds and rules that demand.
 */
const olderCommits = ["7ce91e7", "105676b5", "f08a9d27"]

describe.each(olderCommits.filter(isInHistory))("the program of commit %s", (commit) => {
  it("verifies and serves releases that use nothing new", async (context) => {
    const { expect } = context
    const { cwd, older } = await publishedByBoth(commit)
    expect((await taxonomy(["verify"], { cwd })).code).toBe(0)
    expect(await runNode([older, "verify"], { cwd })).toMatchObject({ code: 0, stderr: "" })
    const server = await serve(context, older, cwd)
    expect(await server.release()).toBe("1.1.1")
  })

  it("asks for a newer program if a ledger contains a new field", async ({ expect }) => {
    const { cwd, older } = await publishedByBoth(commit)
    await publishKinds(cwd)
    for (const command of [["verify"], ["history"], ["check"], ["serve", "--port", "0", "--keys", "keys.ndjson"]]) {
      const { code, stderr, stdout } = await runNode([older, ...command], { cwd })
      expect([code, stdout + stderr], command.join(" ")).toEqual([4, expect.stringContaining(newerVersion)])
      expect(stdout + stderr).toContain("Update this program.")
      expect(stdout + stderr).not.toMatch(/not sound|altered|backup|cannot be trusted/)
    }
  })

  it("keeps serving what it has when a release with a new field is published", async (context) => {
    const { expect } = context
    const { cwd, older } = await publishedByBoth(commit)
    const server = await serve(context, older, cwd)
    await publishKinds(cwd)
    await server.printed("What was served before stays in force")
    expect(server.output()).toContain(newerVersion)
    expect(await server.release()).toBe("1.1.1")
  })
})

describe.each(olderCommits.filter(isInHistory))("the program of commit %s, to which servers go back,", (commit) => {
  it("reads keys that were issued and revoked with --key-events lowest", async ({ expect }) => {
    const cwd = await temporaryFolder()
    const older = join(await olderProgram(commit), "bin/taxonomy.js")
    const holder = ["--organization", "Acme", "--use-case", "A shop", "--expected-volume", "10 a day"]
    const issue = [
      "keys",
      "issue",
      ...holder,
      "--environment",
      "production",
      "--tier",
      "free",
      "--key-events",
      "lowest"
    ]
    const issued = await taxonomy([...issue, "--keys", "keys.ndjson", "--format", "json"], { cwd })
    const { identifier }: { readonly identifier: string } = JSON.parse(issued.stdout)
    const revoke = ["keys", "revoke", identifier, "--reason", "Lost.", "--yes", "--key-events", "lowest"]
    expect(await taxonomy([...revoke, "--keys", "keys.ndjson"], { cwd })).toMatchObject({ code: 0 })
    const listed = await runNode([older, "keys", "list", "--keys", "keys.ndjson", "--format", "json"], { cwd })
    expect(listed).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(listed.stdout)).toMatchObject({ keys: [{ identifier, status: "revoked" }] })
  })
})

const newerVersion = "written by a newer version"

/** A ledger that the older program began, and this one extended by every type of event. */
const publishedByBoth = async (commit: string) => {
  const program = await olderProgram(commit)
  const older = join(program, "bin/taxonomy.js")
  const cwd = await makeRepository(smallSources)
  await succeed(runNode([join(program, "bin/build-release.js")], { cwd }))
  await commitVersion(cwd, "1.1.0", { "licenses/NEWS.yaml": deprecatedLicense })
  await succeed(buildRelease([], { cwd }))
  await commitVersion(cwd, "2.0.0", {
    "rules/never-both.yaml": "id: never-both\ndescription: Never.\nforbid:\n  use_type: { empty: true }\n"
  })
  await succeed(buildRelease([], { cwd }))
  await commitVersion(cwd, "1.1.1", {
    "rules/never-both.yaml": smallSources["rules/never-both.yaml"],
    "licenses/NEWS.yaml": deprecatedLicense.replace("News", "Reporting")
  })
  await succeed(buildRelease([], { cwd }))
  await succeed(taxonomy(["withdraw", "2.0.0", "--reason", "Too early.", "--yes"], { cwd }))
  return { cwd, older }
}

const deprecatedLicense = `code: NEWS
name: News
description: For newsrooms.
config:
  use_type: [editorial]
deprecated:
  replaced_by: [EDU]
  reason: It was never used.
`

const succeed = async (running: ReturnType<typeof runNode>) => {
  const { code, stderr, stdout } = await running
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`)
}

/** Publishes 1.2.0, in which every value of the first dimension has another name and a role. */
const publishKinds = async (cwd: string) => {
  const releases = join(cwd, "releases")
  const publishing = Effect.gen(function* () {
    const { history } = yield* readLedger(releases)
    const base = history.releases.get(Version.make("1.1.1"))
    if (base === undefined) return yield* Effect.die("1.1.1 is missing")
    const [first, ...others] = base.taxonomy.dimensions
    if (first === undefined) return yield* Effect.die("There is no dimension")
    const values = first.values.map((value) => ({ ...value, alt_labels: [`${value.label}, too`] }))
    const dimensions = [{ ...first, role: "scope", values } as const, ...others]
    yield* publishRelease(releases, "1.2.0", { ...base.taxonomy, dimensions }, "2026-03-01T10:00:00Z")
  })
  await Effect.runPromise(publishing.pipe(Effect.provide(NodeServices.layer)))
  await succeed(taxonomy(["verify"], { cwd }))
}

const commitVersion = async (cwd: string, version: string, files: Readonly<Record<string, string>>) => {
  const taxonomyFile = smallSources["taxonomy.yaml"].replace("1.0.0", version)
  await writeFiles(join(cwd, "taxonomy-src"), { "taxonomy.yaml": taxonomyFile, ...files })
  await commitAll(cwd, `Version ${version}`)
}

const serve = async ({ onTestFinished }: TestContext, program: string, cwd: string) => {
  const child = spawn(process.execPath, [program, "start", "--port", "0", "--keys", "keys.ndjson"], { cwd })
  onTestFinished(() => {
    child.kill("SIGKILL")
  })
  let output = ""
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text
      for (const check of waiting) check()
    })
  }
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (output.includes(text)) resolve()
      }
      waiting.add(check)
      child.on("close", () => reject(new Error(`The server ended: ${output}`)))
      check()
    })
  await printed("curl -H")
  const [, key = "", url = ""] = /curl -H "Authorization: Bearer (nil_\w{32})" (http:\S+)/.exec(output) ?? []
  return {
    printed,
    output: () => output,
    /** The release that answers a request for the schema. */
    release: async () => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
      return /"release":"([^"]+)"/.exec(await response.text())?.[1]
    }
  }
}
