import * as Result from "effect/Result"
import { formatItem, kindOf, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { everything } from "../../domain/taxonomy/Names.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Field } from "../../domain/vocabulary/Field.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { insertAt, removeAt, setAt, type EditContent } from "../Edit.ts"
import {
  editFile,
  editHeader,
  fileItem,
  hasOwnEntry,
  pathOf,
  valueContent,
  type Draft,
  type DraftChange
} from "./Draft.ts"
import { codesOf, getDimension, refuse, refuseUnknown, type DraftRefused } from "./DraftItems.ts"

type Refusable<A> = Result.Result<A, DraftRefused>

interface SetField {
  /** `undefined` for the header of the taxonomy. */
  readonly item: ItemRef | undefined
  readonly key: string
  /** What the field holds from now on: one text, or the entries of a list. `undefined` removes it. */
  readonly texts: ReadonlyArray<string> | undefined
  /** The file that contains the item, as people write it. */
  readonly file: string
}

/** Sets or removes a field of an item or of the header that is a text, a list of texts, or true or false. */
export const setField = (draft: Draft, { file, item, key, texts }: SetField): Refusable<ReadonlyArray<DraftChange>> =>
  Result.gen(function* () {
    const fields: Readonly<Record<string, Field>> = vocabulary[item === undefined ? "taxonomy" : kindOf(item)]
    const field = fields[key]
    if (field === undefined) {
      const known = Object.entries(fields).flatMap(([name, other]) => (isSettable(other) ? [name] : []))
      return yield* refuse("unknown-key", item === undefined ? file : formatItem(item), key, didYouMean(key, known))
    }
    const { kind } = field
    if (kind === "identity" || kind === "items" || kind === "deprecation") return yield* refuse(`key-of-${kind}`, key)
    if (!isSettable(field)) return yield* refuse("key-in-file", key, file)
    if (texts === undefined && field.optional !== true) return yield* refuse("key-required", key)
    if (item === undefined) {
      if (texts !== undefined) return [editHeader(setAt([key], yield* contentOf(key, field, texts)))]
      return key in draft.taxonomy ? [editHeader(removeAt([key]))] : []
    }
    const isOwn = hasOwnEntry(draft, item)
    const path = [...pathOf(item), key]
    const content = snapshotOf(draft.taxonomy).get(item)
    if (content === undefined) return yield* refuseUnknown(draft, item)
    if (texts === undefined) return isOwn && key in content ? [editFile(fileItem(item), removeAt(path))] : []
    const names = field.names === undefined ? texts : yield* namesOf(draft, item, field.names, texts)
    const written = yield* contentOf(key, field, names)
    // A value of a list or of another dimension gets an entry of its own.
    const edit = isOwn ? setAt(path, written) : insertAt(["values"], valueContent({ ...content, [key]: written }))
    return [editFile(fileItem(item), edit)]
  })

/** The names of existing items as the sources write them. Labels may stand for codes. */
const namesOf = (
  draft: Draft,
  item: ItemRef,
  kind: NonNullable<Field["names"]>,
  texts: ReadonlyArray<string>
): Refusable<ReadonlyArray<string>> =>
  kind === "value" && item._tag === "Value"
    ? Result.flatMap(getDimension(draft, item.dimension), (dimension) => codesOf(dimension, texts))
    : Result.all(
        texts.map((text) =>
          text === everything ? Result.succeed(text) : Result.map(getDimension(draft, text), ({ name }) => name)
        )
      )

/** What texts mean for a field: a list, true or false, or one text. */
const contentOf = (key: string, { schema: { ast } }: Field, texts: ReadonlyArray<string>): Refusable<EditContent> => {
  if (ast._tag === "Arrays") return Result.succeed(texts)
  const [text = "", ...others] = texts
  if (others.length > 0) return refuse("one-text", key)
  if (ast._tag !== "Boolean") return Result.succeed(text)
  return text === "true" || text === "false" ? Result.succeed(text === "true") : refuse("not-a-boolean", key)
}

/** True for a field that a command line can hold: no map, and no list of maps. */
const isSettable = ({ form, kind, schema: { ast } }: Field): boolean =>
  (kind === "structure" || kind === "meaning" || kind === "text") &&
  form !== "config" &&
  form !== "conditions" &&
  !(ast._tag === "Arrays" && ast.rest.some(({ _tag }) => _tag === "Objects"))
