import { asSentence } from "../domain/Sentence.ts"
import { toItemId, type ItemRef } from "../domain/taxonomy/ItemRef.ts"
import type { TranslatedText } from "../domain/taxonomy/Translate.ts"
import { separatorsOf, wordsAround, type Statement, type StatementKind } from "../domain/terms/Statements.ts"
import {
  mentionable,
  type SheetDefinition,
  type SheetDeprecation,
  type SheetItem,
  type SheetRule,
  type SheetTerm,
  type TermSheet
} from "../domain/terms/TermSheet.ts"
import { findSheetWords, type SheetWords } from "./SheetWords.ts"

/** A term sheet in words, before it takes the form of a file. No text of it contains a control character. */
export interface SheetDocument {
  readonly title: string
  /** The tag of its language. */
  readonly language: string
  readonly isRightToLeft: boolean
  readonly blocks: ReadonlyArray<Block>
  /** The release with its date and its digest. */
  readonly footer: string
  /** The words before, between and after the number of a page and that of all pages. */
  readonly page: readonly [string, string, string]
}

export type Block =
  /** The heading of an annex begins a page. */
  | { readonly _tag: "Heading"; readonly level: 1 | 2; readonly line: Line; readonly isAnnex?: true }
  | { readonly _tag: "Text"; readonly line: Line }
  /** A table with a heading in front of each row. */
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<Row> }
  | { readonly _tag: "Entries"; readonly entries: ReadonlyArray<Entry> }

export interface Row {
  readonly name: Line
  readonly sentences: ReadonlyArray<Sentence>
}

/** A sentence, of which a long list stands below it. */
export interface Sentence {
  readonly line: Line
  readonly items: ReadonlyArray<Line>
}

/** A definition of the annex. */
export interface Entry {
  readonly id: string
  readonly name: Line
  readonly lines: ReadonlyArray<Line>
}

export type Line = ReadonlyArray<Run>

export interface Run {
  readonly text: string
  readonly style?: "strong" | "note" | "code"
  /** Its language, if it is not that of the document. */
  readonly language?: string | undefined
  /** The id of the entry that defines it. */
  readonly to?: string | undefined
}

export interface SheetOptions {
  /** True to show the codes beside the labels. */
  readonly hasCodes?: boolean | undefined
  /** The language of the untranslated texts. */
  readonly sourceLanguage?: string | undefined
}

/** Puts a term sheet into the words of its language. */
export const makeSheetDocument = (
  sheet: TermSheet,
  { hasCodes = false, sourceLanguage = "en" }: SheetOptions
): SheetDocument => {
  const words = findSheetWords(sheet.languages)
  const language = sheet.languages[0] ?? sourceLanguage
  const ids = new Map(sheet.definitions.map(({ item }, index) => [item.definedBy, `d${index + 1}`]))
  const writer = makeWriter(sheet, words, { hasCodes, language, sourceLanguage, ids })
  const { contract, license } = sheet.subject
  const title =
    contract === undefined
      ? (sheet.title?.text ?? words.texts.untitled)
      : words.texts.contract.replace("{id}", () => contract.id)
  const groups = sheet.groups.flatMap(({ label, terms }) => [
    writer.heading(label ?? (sheet.groups.length === 1 ? words.texts.terms : words.texts.others)),
    rows(terms.map(writer.term))
  ])
  const unstated = (kind: StatementKind) => sheet.unstated.filter(({ statements }) => statements[0]?.kind === kind)
  const sayOf = (template: string, terms: ReadonlyArray<SheetTerm>) =>
    some(terms, () => textBlock(writer.fill(template, { items: writer.list(terms.map(({ dimension }) => dimension)) })))
  const [open, silent] = [unstated("open"), unstated("unstated")]
  const settled = [...Map.groupBy(sheet.unstated, ({ statements }) => statements[0]?.kind).values()].filter(
    ([first]) => first !== undefined && !open.includes(first) && !silent.includes(first)
  )
  const parties: ReadonlyArray<readonly [keyof SheetWords["texts"], string | undefined]> = [
    ["licensor", contract?.licensor],
    ["licensee", contract?.licensee],
    ["from", contract?.from && formatDay(contract.from, words)],
    ["until", contract?.until && formatDay(contract.until, words)],
    ["license", contract && sheet.title?.text]
  ]
  const facts = parties.flatMap(([name, text]) =>
    text === undefined ? [] : [row(plain(words.texts[name]), [plain(text)])]
  )
  const section = (heading: string, blocks: ReadonlyArray<Block>) =>
    blocks.length === 0 ? [] : [writer.heading(heading), ...blocks]
  return {
    title: clean(title),
    language,
    isRightToLeft: rightToLeft.test(language),
    footer: clean(footerOf(sheet, words)),
    page: splitAround(words.texts.page),
    blocks: [
      {
        _tag: "Heading",
        level: 1,
        line: contract === undefined && sheet.title ? writer.texts(sheet.title) : plain(title)
      },
      textBlock([
        ...plain(words.texts.sheet),
        ...(sheet.taxonomy === undefined ? [] : [...plain(" · "), ...writer.texts(sheet.taxonomy)]),
        ...(hasCodes && license ? [{ text: ` ${license.code}`, style: "code" as const }] : [])
      ]),
      textBlock([{ text: clean(releaseOf(sheet, words)), style: "note" }]),
      // After the rows it could stand alone on a page.
      textBlock([{ text: words.texts.disclaimer, style: "note" }]),
      ...(sheet.description === undefined || contract !== undefined
        ? []
        : [textBlock(writer.texts(sheet.description))]),
      ...some(facts, rows),
      ...groups,
      ...section(words.texts.unstated, [
        ...sayOf(words.statements["open-items"], open),
        ...sayOf(words.texts.silent, silent),
        ...some(settled, (kinds) => rows(kinds.map(writer.terms)))
      ]),
      ...section(
        words.texts.deprecated,
        sheet.deprecated.map((each) => textBlock(writer.deprecation(each)))
      ),
      ...section(
        words.texts.advice,
        some(sheet.advice, (rules) => rows(rules.map(writer.rule)))
      ),
      ...section(
        words.texts.rules,
        some(sheet.rules, (rules) => rows(rules.map(writer.rule)))
      ),
      { _tag: "Heading", level: 2, line: plain(words.texts.annex), isAnnex: true },
      textBlock([{ text: words.texts.annexNote, style: "note" }]),
      ...(sheet.languages.length === 0 ? [] : [textBlock([{ text: words.texts.translationNote, style: "note" }])]),
      { _tag: "Entries", entries: sheet.definitions.map((each) => writer.definition(each)) }
    ]
  }
}

interface WriterOptions extends Required<SheetOptions> {
  readonly hasCodes: boolean
  readonly language: string
  readonly ids: ReadonlyMap<string, string>
}

/** Makes the functions that put the parts of a sheet into lines. */
const makeWriter = (
  sheet: TermSheet,
  words: SheetWords,
  { hasCodes, ids, language, sourceLanguage }: WriterOptions
) => {
  const toRun = ({ language: own = sourceLanguage, text }: TranslatedText, others: Partial<Run> = {}): Run => ({
    text: clean(text),
    ...(own === language ? {} : { language: own }),
    ...others
  })
  const item = (of: SheetItem, others: Partial<Run> = {}): Line => [
    toRun(of.label, { text: isolate(clean(of.label.text)), to: ids.get(of.definedBy), ...others }),
    ...(hasCodes && of.code !== of.label.text ? [{ text: ` ${of.code}`, style: "code" as const }] : [])
  ]
  const fill = (template: string, values: Readonly<Record<string, Line>>): Line =>
    template.split(/\{(\w+)\}/u).flatMap((part, index) => (index % 2 === 1 ? (values[part] ?? []) : plain(part)))
  const list = (items: ReadonlyArray<SheetItem>): Line => {
    const separators = separatorsOf(
      items.map(({ label }) => label.text),
      words
    )
    return items.flatMap((each, index) => [...plain(separators[index] ?? ""), ...item(each)])
  }
  const named = (ref: ItemRef): ReadonlyArray<SheetItem> => [sheet.names.get(toItemId(ref)) ?? []].flat()
  const sentence = (said: Statement): Sentence => {
    const [before, after] = wordsAround(said, words)
    const items = said.items.flatMap(named)
    return items.length > maxInline && /^[.]?$/u.test(after)
      ? { line: plain(before.trimEnd()), items: items.map((each) => item(each)) }
      : { line: [...plain(before), ...list(items), ...plain(after)], items: [] }
  }
  return {
    fill,
    list,
    texts: (text: TranslatedText): Line => [toRun(text)],
    heading: (text: TranslatedText | string): Block => ({
      _tag: "Heading",
      level: 2,
      line: typeof text === "string" ? plain(text) : [toRun(text)]
    }),
    term: ({ dimension, statements }: SheetTerm): Row => ({
      name: item(dimension),
      sentences: statements.map(sentence)
    }),
    /** Terms that say the same. */
    terms: (alike: ReadonlyArray<SheetTerm>): Row => ({
      name: list(alike.map(({ dimension }) => dimension)),
      sentences: (alike[0]?.statements ?? []).map(sentence)
    }),
    rule: ({ description, rule }: SheetRule): Row => row(item(rule), [[toRun(description)]]),
    deprecation: ({
      consider,
      isAllOf,
      item: of,
      of: dimension,
      reason,
      removal,
      replacements
    }: SheetDeprecation): Line => {
      const { texts } = words
      const name = dimension === undefined ? item(of) : fill(texts.of, { item: item(of), dimension: item(dimension) })
      const date = removal === undefined ? [] : plain(formatDay(removal.date, words))
      const sentences = [
        fill(texts.deprecation, { item: name }),
        ...some(replacements, (items) => fill(isAllOf ? texts.useAll : texts.use, { items: list(items) })),
        ...some(consider, (items) => fill(texts.consider, { items: list(items) })),
        ...(replacements.length + consider.length === 0 ? [plain(texts.unreplaced)] : []),
        ...(removal === undefined
          ? []
          : [
              fill(removal.may_go === "removed" ? texts.removed : texts.removal, {
                version: plain(removal.version),
                date
              })
            ]),
        ...(reason === undefined
          ? []
          : [fill(texts.reason, { text: [toRun({ ...reason, text: asSentence(reason.text) })] })])
      ]
      return sentences.flatMap((line, index) => [...(index === 0 ? [] : plain(" ")), ...line])
    },
    definition: ({ isNormative, item: of, mentions, of: dimension, original, text }: SheetDefinition): Entry => {
      const { texts } = words
      const name = item(of, { style: "strong", to: undefined })
      const note = (template: string, values: Readonly<Record<string, Line>>): Line =>
        fill(template, values).map((run) => ({ style: "note", ...run }))
      const toLine = (line: TranslatedText): Line =>
        line.text.split(mentionable).flatMap((part) => {
          const mention = mentions.find(({ code }) => code === part)
          return mention === undefined ? (part === "" ? [] : [toRun({ ...line, text: part })]) : item(mention)
        })
      const [first, ...others] = text.text.split(/\n+/u).map((line) => toLine({ ...text, text: line }))
      return {
        id: ids.get(of.definedBy) ?? "",
        name:
          dimension === undefined
            ? name
            : fill(texts.of, { item: name, dimension: item(dimension, { to: undefined }) }),
        lines: [
          isNormative ? (first ?? []) : note(texts.description, { text: first ?? [] }),
          ...others,
          ...(original ?? "").split(/\n+/u).flatMap((line, index) => {
            const run = toRun({ text: line, language: undefined })
            return line === "" ? [] : [index === 0 ? note(texts.original, { text: [run] }) : [run]]
          })
        ]
      }
    }
  }
}

/** The most items that a sentence lists before a list below it is easier to read. */
const maxInline = 5

const plain = (text: string): Line => (text === "" ? [] : [{ text: clean(text) }])

/** The words around two numbers. */
const splitAround = (template: string): SheetDocument["page"] => {
  const [before = "", between = "", after = ""] = template.split(/\{\w+\}/u)
  return [before, between, after]
}

const textBlock = (line: Line): Block => ({ _tag: "Text", line })

const rows = (all: ReadonlyArray<Row>): Block => ({ _tag: "Rows", rows: all })

const row = (name: Line, lines: ReadonlyArray<Line>): Row => ({
  name,
  sentences: lines.map((line) => ({ line, items: [] }))
})

const some = <A, B>(all: ReadonlyArray<A>, make: (all: ReadonlyArray<A>) => B): ReadonlyArray<B> =>
  all.length === 0 ? [] : [make(all)]

const footerOf = (sheet: TermSheet, words: SheetWords): string => {
  const { digest } = sheet.release
  const release = releaseOf(sheet, words)
  return digest === undefined ? release : `${release} · ${words.texts.digest.replace("{digest}", digest)}`
}

/** The release, and that a draft is none. */
const releaseOf = ({ release: { publishedAt, version } }: TermSheet, { texts, ...words }: SheetWords): string =>
  publishedAt === undefined
    ? texts.draft.replace("{version}", version)
    : texts.release.replace("{version}", version).replace("{date}", formatDay(publishedAt, words))

const formatDay = (day: string, { language }: Pick<SheetWords, "language">): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(day))

/** Removes what no file may contain, and what turns the direction of the text around it. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .replaceAll(/\p{Noncharacter_Code_Point}/gu, "\u{FFFD}")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")

/** Keeps a name that is written from right to left from turning the words beside it. */
const isolate = (text: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
    ? `\u{2068}${text}\u{2069}`
    : text

const rightToLeft = /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)\b/u
