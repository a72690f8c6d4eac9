import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { columns, textColumnName, textNames } from "./CsvColumns.ts"

/** The cells of a value that a person may edit, by the names of their columns. Empty ones are left out. */
export const editableCells = ({ deprecated, translations, ...value }: Value): ReadonlyMap<string, string> => {
  const texts = { ...value, reason: deprecated?.reason }
  const languages = new Set([...Object.keys(translations ?? {}), ...Object.keys(deprecated?.translations ?? {})])
  const cells = [
    ...textNames.map((text) => [text, texts[text]] as const),
    ...[...languages].sort(byCodeUnits).flatMap((language) => {
      const translated = { ...translations?.[language], reason: deprecated?.translations?.[language]?.reason }
      return textNames.map((text) => [textColumnName({ text, language }), translated[text]] as const)
    }),
    [columns.deprecated, deprecated === undefined ? "no" : "yes"] as const,
    [columns.replacedBy, deprecated?.replaced_by.join(", ")] as const,
    // The mode matters only for several replacements.
    [
      columns.replacementMode,
      (deprecated?.replaced_by.length ?? 0) < 2 ? undefined : (deprecated?.replacement_mode ?? "one_of")
    ] as const
  ]
  return new Map(cells.flatMap(([name, cell]) => (cell === undefined || cell === "" ? [] : [[name, cell] as const])))
}

/** What a row was exported from: a release or a commit, and the digest of its cells, by which an import knows its texts. */
export const formatRowBase = (origin: string, value: Value): string => `${origin}:${digestOfRow(value)}`

export const digestOfRow = (value: Value): string => sha256(JSON.stringify([...editableCells(value)])).slice(0, 10)

/** Parses the base of a row; `undefined` if it is none. A draft outside git has no commit. */
export const parseRowBase = (cell: string) => {
  const [, version, commit, digest] =
    /^(?:(\d+\.\d+\.\d+)|draft(?::([0-9a-f]{7,64}))?):([0-9a-f]{10})$/.exec(cell) ?? []
  return digest === undefined ? undefined : { version, commit, digest }
}
