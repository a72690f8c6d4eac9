import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isMap, isSeq } from "yaml"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { readFilesAt } from "../../git/CommitFiles.ts"
import { fileOf } from "../sources/SourceLayout.ts"
import { sourceText } from "../sources/SourceText.ts"
import { parseYaml, type YamlSource } from "../yaml/YamlSource.ts"
import { linesOf, placeAt, type LocatedFinding, type Place, type RelatedPlace } from "./SourceLocation.ts"

/**
 * Adds to each removal where the removed item stood in the sources of the base release. Only a help to the reader:
 * without git, in a shallow clone, or where the base was made elsewhere, the finding stays as it is.
 */
export const withBasePlaces = Effect.fnUntraced(function* (
  root: string,
  base: PublishedRelease | undefined,
  findings: ReadonlyArray<LocatedFinding>
) {
  const removals = findings.filter(isRemoval)
  if (base === undefined || removals.length === 0) return findings
  const wanted = removals.map(({ item }) => fileOf(item))
  const files = yield* Effect.orElseSucceed(
    readFilesAt(root, "--src", base.source_commit, [...new Set(wanted)]),
    () => new Map<string, Uint8Array>()
  )
  const documents = new Map([...files].flatMap(([file, bytes]) => documentOf(file, bytes)))
  return findings.map((finding) => {
    const related = isRemoval(finding) ? basePlace(root, base, documents, finding.item) : undefined
    return related === undefined ? finding : { ...finding, related: [related] }
  })
})

type Removal = LocatedFinding & { readonly item: ItemRef }

const isRemoval = (finding: LocatedFinding): finding is Removal =>
  getCheck(finding.rule).isRemoval === true && finding.item !== undefined

interface SourceDocument {
  readonly text: string
  readonly document: YamlSource
}

const documentOf = (file: string, bytes: Uint8Array): ReadonlyArray<readonly [string, SourceDocument]> => {
  const text = Result.getOrUndefined(sourceText({ _tag: "File", path: file, bytes }))
  const document = text === undefined ? undefined : Result.getOrUndefined(parseYaml(file, text))
  return text === undefined || document === undefined ? [] : [[file, { text, document }]]
}

const basePlace = (
  root: string,
  base: PublishedRelease,
  documents: ReadonlyMap<string, SourceDocument>,
  item: ItemRef
): RelatedPlace | undefined => {
  const file = fileOf(item)
  const source = documents.get(file)
  const place = source === undefined ? undefined : placeIn(`${root.replace(/\/+$/, "")}/${file}`, source, item)
  return place === undefined ? undefined : { place, message: `where it stood in ${base.version}` }
}

const placeIn = (file: string, { document, text }: SourceDocument, item: ItemRef): Place | undefined => {
  const values = document.get("values")
  const node =
    item._tag !== "Value"
      ? document.contents
      : isSeq(values)
        ? values.items.find((entry) => isMap(entry) && entry.get("code") === item.value)
        : undefined
  const range = isMap(node) ? node.range : undefined
  return range ? { file, ...placeAt({ text, lines: linesOf(text) }, range[0], range[1]) } : undefined
}
