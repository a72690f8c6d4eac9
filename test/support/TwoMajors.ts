import { cp, rm } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import { readWorkingTree } from "../../src/build/sources/WorkingTree.ts"
import { publish } from "../../src/release/Publish.ts"
import { messageOf } from "../../src/report/FindingText.ts"
import { commitAll, git, makeRepository, temporaryFolder, writeFiles } from "./Repository.ts"
import { smallSources, type SourceFiles } from "./Sources.ts"

const useType = smallSources["dimensions/use_type.yaml"]
const header = smallSources["taxonomy.yaml"]
const editorial = `  - code: editorial
    label: Editorial
    description: News and commentary.
`
const deprecated = `    deprecated: { replaced_by: [educational] }
`
const license = (code: string) => `code: ${code}
name: License ${code}
description: For tests.
config: { use_type: [educational] }
`
const declaring = (version: string) => ({ "taxonomy.yaml": header.replace("1.0.0", version) })

/** `use_type/editorial` is deprecated in 1.1.0 and removed in 2.0.0. */
const releases: ReadonlyArray<{ readonly date: string; readonly files: SourceFiles }> = [
  { date: "2026-01-10", files: smallSources },
  {
    date: "2026-02-10",
    files: { ...declaring("1.1.0"), "dimensions/use_type.yaml": useType.replace(editorial, editorial + deprecated) }
  },
  { date: "2026-03-10", files: { ...declaring("1.2.0"), "licenses/TWO.yaml": license("TWO") } },
  { date: "2026-04-10", files: { ...declaring("1.3.0"), "licenses/THREE.yaml": license("THREE") } }
]
const removing: SourceFiles = { ...declaring("2.0.0"), "dimensions/use_type.yaml": useType.replace(editorial, "") }

/** Publishes the sources of a project on a day. */
export const publishOn = async (cwd: string, date: string) => {
  const now = `${date}T12:00:00Z`
  const effect = Effect.gen(function* () {
    const tree = yield* readWorkingTree(join(cwd, "taxonomy-src"))
    const decide = Result.getOrThrow(decideFromSources(tree, { published_at: now, now, source_commit: "0".repeat(40) }))
    return yield* publish(join(cwd, "releases"), decide)
  })
  const { decision: decided, status } = await Effect.runPromise(effect.pipe(Effect.provide(NodeServices.layer)))
  if (status !== "published") throw new Error(decided.findings.map(messageOf).join("; "))
}

/** Publishes 1.0.0 to 1.3.0; the working tree declares 2.0.0. The git tag `first` is on the first sources. */
export const makeOneMajor = async (): Promise<string> => {
  const cwd = await makeRepository(smallSources)
  await git(cwd, "tag", "first")
  for (const { date, files } of releases) {
    await writeFiles(join(cwd, "taxonomy-src"), files)
    await publishOn(cwd, date)
  }
  await commitAll(cwd, "Sources of 1.3.0")
  await writeFiles(join(cwd, "taxonomy-src"), removing)
  await rm(join(cwd, "taxonomy-src/rules/never-both.yaml"))
  return cwd
}

export const copyOf = async (original: Promise<string>): Promise<string> => {
  const cwd = await temporaryFolder()
  await cp(await original, cwd, { recursive: true })
  return cwd
}

/** A copy with 2.0.0, published on 2026-08-10. */
export const makeTwoMajors = async (oneMajor: Promise<string>): Promise<string> => {
  const cwd = await copyOf(oneMajor)
  await publishOn(cwd, "2026-08-10")
  return cwd
}
