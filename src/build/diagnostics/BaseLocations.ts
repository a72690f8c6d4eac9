import * as Effect from "effect/Effect"
import { isMap, isSeq } from "yaml"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { readFilesAt } from "../../git/Git.ts"
import { fileOf, joinRoot } from "../sources/SourceTree.ts"
import { itemsByCode } from "../yaml/YamlNodes.ts"
import { readSourceLines, type SourceLines, spanAt, type LocatedFinding, type SourceSpan } from "./SourceLocation.ts"

/**
 * Adds to each removal the location of the item in the sources of the base release. Without git, in a shallow clone, or
 * if the base was released from another repository, findings stay as they are.
 */
export const withBaseLocations = Effect.fn("withBaseLocations")(function* (
  root: string,
  base: PublishedRelease | undefined,
  findings: ReadonlyArray<LocatedFinding>
) {
  const removedFiles = findings.filter(isRemoval).map(({ item }) => fileOf(item))
  if (base === undefined || removedFiles.length === 0) return findings
  const files = yield* Effect.orElseSucceed(
    readFilesAt(root, "--src", base.source_commit, [...new Set(removedFiles)]),
    () => new Map<string, Uint8Array>()
  )
  return relateRemovals(root, base.version, files, findings)
})

/** Adds to each removal the location of the item in these files of the base release. */
export const relateRemovals = (
  root: string,
  release: Version,
  files: ReadonlyMap<string, Uint8Array>,
  findings: ReadonlyArray<LocatedFinding>
): ReadonlyArray<LocatedFinding> => {
  const sources = new Map(
    [...files].map(([file, bytes]) => [file, readSourceLines({ _tag: "File", path: file, bytes }, file)] as const)
  )
  return findings.map((finding) => {
    if (!isRemoval(finding)) return finding
    const file = fileOf(finding.item)
    const place = findItem(joinRoot(root, file), sources.get(file), finding.item)
    return place === undefined
      ? finding
      : { ...finding, related: [{ _tag: "Removed", place, release }, ...(finding.related ?? [])] }
  })
}

type Removal = LocatedFinding & { readonly item: ItemRef }

const isRemoval = (finding: LocatedFinding): finding is Removal =>
  getCheck(finding.rule).isRemoval === true && finding.item !== undefined

const findItem = (file: string, source: SourceLines | undefined, item: ItemRef): SourceSpan | undefined => {
  const document = source?.document
  if (source === undefined || document === undefined) return undefined
  const values = document.get("values")
  const node =
    item._tag !== "Value" ? document.contents : isSeq(values) ? itemsByCode(values).get(item.value) : undefined
  const range = isMap(node) ? node.range : undefined
  return range ? { file, ...spanAt(source, range[0], range[1]) } : undefined
}
