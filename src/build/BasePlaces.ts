import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isMap, isSeq } from "yaml"
import type { PublishedRelease } from "../domain/History.ts"
import { linesOf, placeAt, type LocatedFinding, type Place, type RelatedPlace } from "./Locate.ts"
import { readFileAt } from "./SourceRepository.ts"
import { sourceText } from "./SourceText.ts"
import { parseYaml } from "./YamlSource.ts"

/**
 * Adds to each removal where the removed item stood in the sources of the base release. Only a help to the reader:
 * without git, in a shallow clone, or where the base was made elsewhere, the finding stays as it is.
 */
export const withBasePlaces = Effect.fnUntraced(function* (
  root: string,
  base: PublishedRelease | undefined,
  findings: ReadonlyArray<LocatedFinding>
) {
  if (base === undefined) return findings
  return yield* Effect.forEach(findings, (finding) =>
    finding.rule.startsWith("deprecation/removed-") && finding.subject !== undefined
      ? Effect.map(basePlace(root, base, finding.subject), (related) =>
          related === undefined ? finding : { ...finding, related: [related] }
        )
      : Effect.succeed(finding)
  )
})

const basePlace = Effect.fnUntraced(
  function* (root: string, base: PublishedRelease, subject: string) {
    const [first = "", code] = subject.split("/")
    const isDimension = base.taxonomy.dimensions.some(({ name }) => name === first)
    const file = isDimension ? `dimensions/${first}.yaml` : `licenses/${first}.yaml`
    const bytes = yield* readFileAt(root, base.source_commit, file)
    if (bytes === undefined) return undefined
    const place = placeIn(root, file, bytes, code)
    const related: RelatedPlace | undefined =
      place === undefined ? undefined : { place, message: `where it stood in ${base.version}` }
    return related
  },
  Effect.orElseSucceed(() => undefined)
)

const placeIn = (root: string, file: string, bytes: Uint8Array, code: string | undefined): Place | undefined => {
  const text = Result.getOrUndefined(sourceText({ _tag: "File", path: file, bytes }))
  const document = text === undefined ? undefined : Result.getOrUndefined(parseYaml(file, text))
  if (text === undefined || document === undefined) return undefined
  const values = document.get("values")
  const node =
    code === undefined
      ? document.contents
      : isSeq(values)
        ? values.items.find((item) => isMap(item) && item.get("code") === code)
        : undefined
  const range = isMap(node) ? node.range : undefined
  return range
    ? { file: `${root.replace(/\/+$/, "")}/${file}`, ...placeAt({ text, lines: linesOf(text) }, range[0], range[1]) }
    : undefined
}
