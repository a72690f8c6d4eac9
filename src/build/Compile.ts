import * as Result from "effect/Result"
import countries from "i18n-iso-countries/index.js"
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }
import {
  type KnownDimension,
  describeCondition,
  describeSetting,
  pathToWrong
} from "../domain/checks/reference/Settings.ts"
import { fileName } from "../domain/checks/source/FileName.ts"
import { missingFile } from "../domain/checks/source/SourceFiles.ts"
import { wrongType } from "../domain/checks/source/WrongType.ts"
import { makeFinding, type Finding, inItem, inSource } from "../domain/Finding.ts"
import { isObject } from "../domain/Json.ts"
import type { ReleaseSummary } from "../domain/release/ReleaseSummary.ts"
import type { ListedWaiver } from "../domain/release/Waiver.ts"
import { vocabularyOf } from "../domain/taxonomy/ConfigValidation.ts"
import { licenseRef, valueRef } from "../domain/taxonomy/ItemRef.ts"
import { byCodeUnits, caseless } from "../domain/taxonomy/Names.ts"
import { normalize } from "../domain/taxonomy/Normalize.ts"
import { conditionKeys } from "../domain/taxonomy/Rules.ts"
import type { Version } from "../domain/taxonomy/Scalars.ts"
import type { Dimension, Taxonomy, Value } from "../domain/taxonomy/Taxonomy.ts"
import { lazy } from "../platform/Lazy.ts"
import { duplicateCode, findDuplicateCodes } from "./diagnostics/KeyDiagnostics.ts"
import { readSource, type ReadSource, type SourceContent } from "./sources/SourceReader.ts"
import type { DimensionSource } from "./sources/SourceSchemas.ts"
import { ignoredFinding, decodeSource } from "./sources/SourceText.ts"
import { sourceNameOf, isSource, type SourceEntry, type SourceTree } from "./sources/SourceTree.ts"
import { plainContent } from "./yaml/YamlNodes.ts"
import { parseYaml } from "./yaml/YamlSource.ts"

/** The content of the sources. */
export interface Sources {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<ListedWaiver>
  /** What the editors say of this release, if there is `notes/<version>.md`. */
  readonly notes?: ReleaseSummary
  /** The versions of which there are notes. */
  readonly noted: ReadonlyArray<Version>
  /** What the sources compile in spite of. */
  readonly warnings: ReadonlyArray<Finding>
}

/** Compiles the sources. Fails with all findings about single files, in the order of their paths. */
export const compile = (
  tree: SourceTree,
  read: ReadSource = readSource
): Result.Result<Sources, ReadonlyArray<Finding>> => {
  const entries = tree
    .filter(({ _tag, path }) => isSource(path) || _tag === "Link")
    .toSorted((left, right) => byCodeUnits(left.path, right.path))
  const files = entries.map(read)
  const warnings = ignoredFiles(tree)
  const contents = files.flatMap((file) => (Result.isSuccess(file) ? [file.success] : []))
  const licenses = contents.flatMap(licenseOf)
  const dimensions = expandValues(contents.flatMap((file) => (file.kind === "dimension" ? [file.content] : [])))
  const known = vocabularyOf(dimensions, []).dimensions
  const paths = new Set(entries.map(({ path }) => path.toLowerCase()))
  const explained = (found: ReadonlyArray<Finding>, entry: SourceEntry | undefined): ReadonlyArray<Finding> =>
    entry === undefined ? found : explainSettings(entry, found, known).map((finding) => explainFileName(finding, paths))
  const isMisnamed = files.some(
    (file) =>
      Result.isFailure(file) &&
      file.failure.some(({ fix = [] }) => fix.some((edit) => edit._tag === "Rename" && edit.to === "taxonomy.yaml"))
  )
  const findings = [
    ...(isMisnamed || paths.has("taxonomy.yaml") ? [] : [missingTaxonomy(entries.length)]),
    ...files.flatMap((file, index) => (Result.isFailure(file) ? explained(file.failure, entries[index]) : [])),
    // Equal codes are a wrong file name, which is reported already.
    ...findDuplicateCodes([...new Set(licenses.map(({ code }) => code))], (code) => inItem(licenseRef(code), "code")),
    ...contents.flatMap(listDuplicates)
  ]
  const header = contents.find((file) => file.kind === "taxonomy")?.content
  if (header === undefined || findings.length > 0) return Result.fail([...findings, ...warnings])
  const { version, ...fields } = header
  const rules = contents.flatMap((file) => (file.kind === "rule" ? [file.content] : []))
  const waivers = contents.flatMap((file) => (file.kind === "waivers" ? file.content : []))
  const taxonomy = normalize({ ...fields, dimensions, licenses, rules })
  const notes = new Map(contents.flatMap((file) => (file.kind === "notes" ? [[file.version, file.content]] : [])))
  const own = notes.get(version)
  const noted = [...notes.keys()]
  return Result.succeed({ version, taxonomy, waivers, ...(own === undefined ? {} : { notes: own }), noted, warnings })
}

const licenseOf = (file: SourceContent) => (file.kind === "license" ? [file.content] : [])

/** The dimensions with all values: those of their files, of the lists that they name, and of other dimensions. */
const expandValues = (sources: ReadonlyArray<DimensionSource>): ReadonlyArray<Dimension> => {
  const byName = new Map(sources.map((source) => [source.name, source]))
  // A check reports dimensions whose values are in the end their own.
  const valuesOf = (
    { name, values = [], values_from, values_of }: DimensionSource,
    below: ReadonlyArray<string>
  ): ReadonlyArray<Value> => {
    const own = values_from === undefined ? values : mergeValues(valueLists[values_from](), values)
    const shared = values_of === undefined || below.includes(values_of) ? undefined : byName.get(values_of)
    return shared === undefined ? own : overrideValues(valuesOf(shared, [...below, name]), own)
  }
  return sources.map((source) => {
    const { values_from: _, ...dimension } = source
    return { ...dimension, values: valuesOf(source, [source.name]) }
  })
}

/** The values of another dimension in its order, each with the fields of an own entry, and then the other own entries. */
export const overrideValues = <A extends { readonly code: string }>(
  shared: ReadonlyArray<A>,
  own: ReadonlyArray<A>
): ReadonlyArray<A> => {
  if (own.length === 0) return shared
  const byCode = new Map(own.map((value) => [value.code, value]))
  const codes = new Set(shared.map(({ code }) => code))
  return [
    ...shared.map((value) => ({ ...value, ...byCode.get(value.code) })),
    ...own.filter(({ code }) => !codes.has(code))
  ]
}

/** Finds codes that differ from those of a value list only in case; equal codes override the list. */
const listDuplicates = (file: SourceContent): ReadonlyArray<Finding> => {
  if (file.kind !== "dimension" || file.content.values_from === undefined) return []
  const { name, values = [], values_from } = file.content
  const listed = new Map(valueLists[values_from]().map(({ code }) => [caseless(code), code]))
  return values.flatMap(({ code }): ReadonlyArray<Finding> => {
    const other = listed.get(caseless(code))
    return other === undefined || other === code
      ? []
      : [duplicateCode(code, other, inItem(valueRef(name, code), "code"))]
  })
}

const ignoredFiles = (tree: SourceTree): ReadonlyArray<Finding> => {
  const ignored = tree.filter(({ _tag }) => _tag === "NearSource")
  if (ignored.length === 0) return []
  const paths = new Set(tree.map(({ path }) => caseless(path)))
  return ignored
    .toSorted((left, right) => byCodeUnits(left.path, right.path))
    .map(({ path }) => ignoredFinding(path, paths.has(caseless(sourceNameOf(path)))))
}

const missingTaxonomy = (files: number): Finding => {
  const file = "taxonomy.yaml"
  return makeFinding(missingFile, { file, files }, { location: inSource(file, {}) })
}

countries.registerLocale(english)

/** The lists that `values_from` can name, sorted by code. */
export const valueLists = {
  /** ISO 3166-1: alpha-2 codes and English names, from the library at the version that the lock file pins. */
  "iso-3166-1-alpha-2": lazy((): ReadonlyArray<Value> =>
    Object.entries(countries.getNames("en", { select: "official" }))
      .map(([code, label]) => ({ code, label, description: describe(code) }))
      .sort((left, right) => byCodeUnits(left.code, right.code))
  )
} as const

/** Adds the editors' own values to a list. A value with a code of the list replaces that of the list. */
export const mergeValues = (list: ReadonlyArray<Value>, own: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const codes = new Set(own.map(({ code }) => code))
  return [...list.filter(({ code }) => !codes.has(code)), ...own].sort((left, right) =>
    byCodeUnits(left.code, right.code)
  )
}

const describe = (code: string): string => {
  const [alpha3, numeric] = [countries.alpha2ToAlpha3(code), countries.alpha2ToNumeric(code)]
  return `ISO 3166-1: alpha-2 ${code}, alpha-3 ${alpha3 ?? "none"}, numeric ${numeric ?? "none"}`
}

/**
 * Changes the advice to rename or move a file if another file is in the way: a copied file needs another name inside.
 * `paths` are those of all sources.
 */
const explainFileName = (finding: Finding, paths: ReadonlySet<string>): Finding => {
  const { context, fix: _, location, rule, ...rest } = finding
  if (rule !== fileName.id || location._tag !== "Source") return finding
  const { move_to, name, rename_to } = context
  const { file } = location
  const targets = [
    move_to,
    rename_to,
    typeof name === "string" && `${file.slice(0, file.indexOf("/") + 1)}${name}.yaml`
  ]
  const target = targets.find((path) => typeof path === "string")?.toLowerCase() ?? file
  if (target === file.toLowerCase() || !paths.has(target)) return finding
  return { ...rest, rule, location, context: { ...context, is_taken: true } }
}

/**
 * Explains the settings and conditions of a file that do not fit any shape, one finding for each. A file alone does not
 * tell the shape of a dimension, nor its codes: the other files do.
 */
const explainSettings = (
  entry: SourceEntry,
  findings: ReadonlyArray<Finding>,
  dimensions: ReadonlyMap<string, KnownDimension>
): ReadonlyArray<Finding> => {
  if (!findings.some((finding) => settingOf(finding) !== undefined)) return findings
  const text = Result.getOrUndefined(decodeSource(entry))
  const document = text === undefined ? undefined : Result.getOrUndefined(parseYaml(entry.path, text))
  const content = document === undefined ? undefined : plainContent(document)
  const explained = new Set<string>()
  return findings.flatMap((finding): ReadonlyArray<Finding> => {
    const setting = settingOf(finding)
    if (setting === undefined) return [finding]
    const { key, name } = setting
    if (explained.has(name)) return []
    explained.add(name)
    const dimension = dimensions.get(name)
    const settings = isObject(content) ? content[key] : undefined
    const written = isObject(settings) ? settings[name] : undefined
    return [
      dimension === undefined || written === undefined
        ? (findings.find((other) => other.rule === wrongType.id && settingOf(other)?.name === name) ?? finding)
        : explain(entry.path, setting, dimension, written)
    ]
  })
}

interface WrittenSetting {
  readonly key: "config" | (typeof conditionKeys)[number]
  readonly name: string
}

/** The setting or condition that a finding is about. */
const settingOf = ({ location }: Finding): WrittenSetting | undefined => {
  if (location._tag !== "Source" || location.path === undefined || location.span !== undefined) return undefined
  const [key, name, ...rest] = location.path
  const isName = location.key === true && rest.length === 0
  const known = (["config", ...conditionKeys] as const).find((other) => other === key)
  return known !== undefined && typeof name === "string" && !isName ? { key: known, name } : undefined
}

const explain = (file: string, { key, name }: WrittenSetting, dimension: KnownDimension, written: unknown): Finding => {
  if (key !== "config") {
    const facts = describeCondition(name, dimension, written)
    return makeFinding(
      wrongType,
      { problem: "condition", ...facts },
      { location: inSource(file, { path: [key, name] }) }
    )
  }
  const facts = describeSetting(name, dimension, written)
  const location = inSource(file, { path: [key, name, ...pathToWrong(facts)] })
  return makeFinding(wrongType, { problem: "setting", ...facts }, { location })
}
