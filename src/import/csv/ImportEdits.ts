import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { editFile, hasOwnEntry, valueContent, type Draft, type DraftChange } from "../../edit/draft/Draft.ts"
import { insertAt, removeAt, setAt, type Content, type ContentMap, type Edit } from "../../edit/Edit.ts"
import type { DimensionImport, ValueChange } from "./PlanImport.ts"

/** The changes of the sources that an import means. Only what differs is written. */
export const toDraftChanges = (draft: Draft, imports: ReadonlyArray<DimensionImport>): ReadonlyArray<DraftChange> =>
  imports
    .filter(({ changes }) => changes.length > 0)
    .map(({ changes, dimension }) =>
      editFile(
        dimensionRef(dimension),
        ...changes.flatMap((change) => editsOf(change, hasOwnEntry(draft, valueRef(dimension, change.after.code))))
      )
    )

/** A value of `values_from` gets an entry of its own, which overrides it. */
const editsOf = ({ after, before }: ValueChange, isInFile: boolean): ReadonlyArray<Edit> => {
  if (before === undefined || !isInFile) return [insertAt(["values"], entryOf(after))]
  const at = ["values", after.code]
  return [
    ...(["label", "description", "definition"] as const).flatMap((text) =>
      changeOf([...at, text], before[text], after[text])
    ),
    ...translationEdits([...at, "translations"], before.translations, after.translations),
    ...deprecationEdits([...at, "deprecated"], before.deprecated, after.deprecated)
  ]
}

const entryOf = (value: Value): ContentMap => ({
  ...valueContent(value),
  ...(value.deprecated === undefined ? {} : { deprecated: deprecationOf(value.deprecated) })
})

type EditPath = ReadonlyArray<string>

const changeOf = (path: EditPath, before: Content | undefined, after: Content | undefined): ReadonlyArray<Edit> => {
  if (before === after) return []
  return [after === undefined ? removeAt(path) : setAt(path, after)]
}

const translationEdits = (
  path: EditPath,
  before: Translations | undefined,
  after: Translations | undefined
): ReadonlyArray<Edit> => {
  if (after === undefined) return before === undefined ? [] : [removeAt(path)]
  if (before === undefined) return [setAt(path, contentOf(after))]
  const languages = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...languages].flatMap((language): ReadonlyArray<Edit> => {
    const [was, is] = [before[language], after[language]]
    if (is === undefined) return [removeAt([...path, language])]
    if (was === undefined) return [setAt([...path, language], textsOf(is))]
    const texts = new Set([...Object.keys(was), ...Object.keys(is)])
    return [...texts].flatMap((text) => changeOf([...path, language, text], was[text], is[text]))
  })
}

const deprecationEdits = (
  path: EditPath,
  before: Deprecation | undefined,
  after: Deprecation | undefined
): ReadonlyArray<Edit> => {
  if (after === undefined) return before === undefined ? [] : [removeAt(path)]
  if (before === undefined) return [setAt(path, deprecationOf(after))]
  const [was, is] = [replacementsOf(before), replacementsOf(after)]
  const isSame = JSON.stringify(was) === JSON.stringify(is)
  return [
    // A reason comes first if it takes the place of the replacements, so that one of the two is always there.
    ...changeOf([...path, "reason"], before.reason, after.reason),
    ...(isSame ? [] : changeOf([...path, "replaced_by"], was, is)),
    ...translationEdits([...path, "translations"], before.translations, after.translations)
  ]
}

const deprecationOf = (deprecation: Deprecation): ContentMap => {
  const { reason, translations } = deprecation
  const replaced_by = replacementsOf(deprecation)
  return {
    ...(replaced_by === undefined ? {} : { replaced_by }),
    ...(reason === undefined ? {} : { reason }),
    ...(translations === undefined ? {} : { translations: contentOf(translations) })
  }
}

/** The replacements as sources write them; `undefined` if there are none. */
const replacementsOf = ({ replaced_by, replacement_mode }: Deprecation): Content | undefined => {
  if (replaced_by.length === 0) return undefined
  return replacement_mode === undefined ? replaced_by : { all_of: replaced_by }
}

const contentOf = (translations: Translations): ContentMap =>
  Object.fromEntries(Object.entries(translations).map(([language, texts]) => [language, textsOf(texts)]))

const textsOf = (texts: Translations[string]): ContentMap =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
