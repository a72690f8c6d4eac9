import { rm } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, it } from "vitest"
import { stringify } from "yaml"
import { decideFromSources } from "../../src/build/Pipeline.ts"
import { readCommittedSources } from "../../src/build/sources/CommittedSources.ts"
import type { ReadSource } from "../../src/build/sources/SourceReader.ts"
import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { isError } from "../../src/domain/Finding.ts"
import { publicationOf, evolve, emptyHistory, type ReleaseHistory } from "../../src/domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../../src/domain/release/removal/DeprecationClock.ts"
import { toItemId } from "../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { publish } from "../../src/release/Publish.ts"
import { verify } from "../../src/release/Verify.ts"
import { messageOf, subjectOf } from "../../src/report/FindingText.ts"
import { makeCachingReader } from "../support/CachingReader.ts"
import { git, temporaryFolder, writeFiles } from "../support/Repository.ts"
import {
  historiesFolder,
  sourcesOf,
  upstreamHistory,
  type UpstreamVersion
} from "../system/pipeline/fixtures/upstream-history.ts"

const run = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.runPromise(effect.pipe(Effect.provide(NodeServices.layer)))

const header = (version: string, upstream: string) =>
  stringify({ namespace: "upstream", title: "Replayed", description: `As of ${upstream}`, version })

interface Published {
  readonly history: ReleaseHistory
  readonly files: Readonly<Record<string, string>>
}

/** Commits an upstream version with the smallest legal bump and the waivers that it needs, and publishes the commit. */
const publishVersion = async (
  folder: string,
  upstream: UpstreamVersion,
  { files: filesBefore, history }: Published,
  read: ReadSource
): Promise<Published> => {
  const [sources, releases] = [join(folder, "taxonomy-src"), join(folder, "releases")]
  const now = `${upstream.date}T12:00:00Z`
  const content = sourcesOf(upstream)
  const filesOf = (version: string, waivers: ReadonlyArray<unknown>) => ({
    ...content,
    "taxonomy.yaml": header(version, upstream.version),
    ...(waivers.length === 0 ? {} : { "waivers.yaml": stringify(waivers) })
  })
  const planned = (version: string) => {
    const context = { published_at: now, now, source_commit: "planned" }
    return Result.getOrThrow(decideFromSources(treeOf(filesOf(version, [])), context, read))(history)
  }

  // The decision on any version suggests the smallest legal one.
  const version = planned([...history.releases.keys()].length === 0 ? "1.0.0" : "999.0.0").suggestedVersion
  const waivers = planned(version)
    .findings.flatMap((finding) => [finding, ...(finding.follow_ups ?? [])])
    .filter(isError)
    .map((finding) => ({
      rule: finding.rule,
      subject: subjectOf(finding),
      version,
      reason: "The upstream editors did so.",
      approved_by: "upstream"
    }))
  const files = filesOf(version, waivers)
  await replaceFiles(sources, filesBefore, files)
  await git(folder, "add", "--all", "taxonomy-src")
  await git(folder, "commit", "--quiet", "--date", now, "-m", upstream.version)

  const { commit, tree } = await run(readCommittedSources(sources))
  const decide = Result.getOrThrow(decideFromSources(tree, { published_at: now, now, source_commit: commit }, read))
  const publication = await run(publish(releases, decide))
  const { digest, status } = publication
  const { outcome } = publication.decision
  if (status !== "published" || digest === undefined || outcome._tag !== "Publish") {
    throw new Error(`${upstream.version}: ${publication.decision.findings.map(messageOf).join("\n")}`)
  }
  return { history: evolve(history, publicationOf(outcome.release, digest)), files }
}

const treeOf = (files: Readonly<Record<string, string>>): SourceTree =>
  Object.entries(files).map(([path, text]) => ({ _tag: "File", path, bytes: Buffer.from(text) }))

/** Writes only the files that differ, as editors do. */
const replaceFiles = async (folder: string, before: Published["files"], after: Published["files"]): Promise<void> => {
  for (const path of Object.keys(before)) if (!(path in after)) await rm(join(folder, path))
  await writeFiles(folder, Object.fromEntries(Object.entries(after).filter(([path, text]) => before[path] !== text)))
}

interface Item {
  readonly label: string
  readonly deprecated: boolean
}

const itemsOf = (taxonomy: Taxonomy): ReadonlyMap<string, Item> => {
  const deprecated = new Set<string>(deprecatedItems(taxonomy).map(({ item }) => toItemId(item)))
  return new Map([
    ...taxonomy.dimensions.flatMap(({ name, values }) =>
      values.map(({ code, label }) => {
        const key = `value ${name}/${code}`
        return [key, { label, deprecated: deprecated.has(key) }] as const
      })
    ),
    ...taxonomy.licenses.map(({ code, name }) => {
      const key = `license ${code}`
      return [key, { label: name, deprecated: deprecated.has(key) }] as const
    })
  ])
}

/** Counts the changes between consecutive snapshots, from the snapshots alone. */
const countsOf = ({ releases }: ReleaseHistory) => {
  const counts = { added: 0, returning: 0, removed: 0, relabelled: 0, deprecated: 0, undeprecated: 0, unannounced: 0 }
  const snapshots = [...releases.values()].map(({ taxonomy }) => itemsOf(taxonomy))
  const seen = new Set(snapshots[0]?.keys())
  for (const [index, now] of snapshots.entries()) {
    const before = snapshots[index - 1]
    if (before === undefined) continue
    for (const [key, item] of now) {
      const old = before.get(key)
      if (old === undefined) {
        counts.added += 1
        if (seen.has(key)) counts.returning += 1
        seen.add(key)
        continue
      }
      if (old.label !== item.label) counts.relabelled += 1
      if (!old.deprecated && item.deprecated) counts.deprecated += 1
      if (old.deprecated && !item.deprecated) counts.undeprecated += 1
    }
    for (const [key, item] of before) {
      if (now.has(key)) continue
      counts.removed += 1
      if (!item.deprecated) counts.unannounced += 1
    }
  }
  return counts
}

const upstreams = [
  {
    name: "spdx-licenses",
    versions: 29,
    counts: { added: 416, returning: 0, removed: 1, relabelled: 39, deprecated: 6, undeprecated: 0, unannounced: 1 }
  },
  {
    name: "otel-semconv",
    versions: 50,
    counts: {
      added: 2594,
      returning: 19,
      removed: 262,
      relabelled: 757,
      deprecated: 330,
      undeprecated: 8,
      unannounced: 262
    }
  }
]

const missing = (name: string): string =>
  `skipped: ${name}.json.gz is missing in ${historiesFolder}; name its folder in TAXONOMY_HISTORIES`

describe("a vocabulary that another project published for years", () => {
  it.for(upstreams)(
    "is published version by version and verified: $name",
    { timeout: 600_000 },
    async ({ counts, name, versions }, { expect, skip }) => {
      const upstream = upstreamHistory(name)
      if (upstream === undefined) {
        // The reporter does not print why a test is skipped.
        process.stderr.write(`${missing(name)}\n`)
        return skip(missing(name))
      }
      const folder = await temporaryFolder()
      await git(folder, "init", "--quiet", "--initial-branch=main")
      const read = makeCachingReader()
      let published: Published = { history: emptyHistory, files: {} }
      for (const version of upstream) published = await publishVersion(folder, version, published, read)
      const { findings, history } = await run(verify(join(folder, "releases")))
      expect(findings).toEqual([])
      expect(history.releases.size).toBe(versions)
      expect(countsOf(history)).toEqual(counts)
    }
  )
})
