import type { SourceTree } from "../../src/build/sources/SourceTree.ts"
import { isContentMap, isList, type EditContent, type ContentMap } from "../../src/edit/Edit.ts"
import { writeText } from "../../src/edit/WriteContent.ts"
import type { Random } from "./YamlMutator.ts"

/**
 * Makes the sources of a random taxonomy in random styles: indentation, quotes, block and flow collections, folded texts,
 * blank lines, comments, line ends and byte order marks.
 */
export const makeStyledSources = (random: Random): SourceTree =>
  Object.entries(makeSources(random)).map(([path, content]) => ({
    _tag: "File",
    path,
    bytes: new TextEncoder().encode(writeStyled(random, content))
  }))

const makeSources = (random: Random): Readonly<Record<string, ContentMap>> => {
  const value = (code: string): ContentMap => ({
    code,
    label: random.pick(labels),
    description: random.pick(texts),
    ...(random.chance(0.2) ? { definition: random.pick(texts) } : {}),
    ...(random.chance(0.15) ? { translations: { fr: { label: "Étiquette", description: random.pick(texts) } } } : {}),
    ...(random.chance(0.15) ? { deprecated: { reason: random.pick(texts) } } : {})
  })
  const dimension = (name: string, shape: string, codes: ReadonlyArray<string>): ContentMap => ({
    name,
    label: name,
    description: random.pick(texts),
    shape,
    required: false,
    values: codes.map(value)
  })
  const license = (code: string): ContentMap => ({
    code,
    name: random.pick(labels),
    description: random.pick(texts),
    config: {
      goods: random.pick([["APPAREL"], ["APPAREL", "WATER"], []]),
      scope: random.pick(["low", "high"]),
      ...(random.chance(0.5) ? { flags: { avatar: true, replica: random.chance(0.5) } } : {}),
      ...(random.chance(0.5) ? { place: { global: false, countries: ["US", "NO"] } } : {})
    }
  })
  return {
    "taxonomy.yaml": { namespace: "sample", title: "A sample", description: random.pick(texts), version: "1.0.0" },
    "dimensions/goods.yaml": dimension("goods", "multiple", ["APPAREL", "BEER", "CARS", "SNACKS", "WATER"]),
    "dimensions/scope.yaml": dimension(
      "scope",
      "single",
      random.pick([
        ["low", "medium", "high"],
        ["low", "high"]
      ])
    ),
    "dimensions/flags.yaml": dimension("flags", "flags", ["avatar", "replica"]),
    "dimensions/place.yaml": {
      name: "place",
      label: "Place",
      description: "Where.",
      shape: "territory",
      required: false,
      values_from: "iso-3166-1-alpha-2",
      ...(random.chance(0.3) ? { values: random.chance(0.5) ? [] : [value("XK")] } : {})
    },
    "licenses/ONE.yaml": license("ONE"),
    "licenses/TWO.yaml": license("TWO"),
    "rules/not-both.yaml": {
      id: "not-both",
      description: random.pick(texts),
      forbid: { goods: { contains: "BEER" }, scope: { equals: "low" } }
    }
  }
}

const labels = ["Label", "A label", "it's one", "Labels: two", "100%", "No #1", "Étiquette"]

const texts = [
  "A short text.",
  'A text: with a colon, "quotes" and it\'s fine.',
  "A longer text that says in some detail what the thing is, why it is there, and what it is not, so that it is folded.",
  "# not a comment",
  "- not a list"
]

interface Style {
  readonly listStep: number
  readonly step: number
  readonly quote: "plain" | "single" | "double"
  readonly isSpaced: boolean
  readonly comments: number
}

const writeStyled = (random: Random, content: ContentMap): string => {
  const style: Style = {
    listStep: random.pick([0, 2, 2, 4]),
    step: random.pick([2, 2, 4]),
    quote: random.pick(["plain", "plain", "single", "double"]),
    isSpaced: random.chance(0.3),
    comments: random.pick([0, 0.1, 0.3])
  }
  const lines = [...(random.chance(0.5) ? ["# A head comment", ""] : []), ...writeMap(random, content, 0, style)]
  if (random.chance(0.3)) lines.push("# The end of the file")
  const end = random.pick(["\n", "\n", "\n", "\r\n"])
  return random.pick(["", "", "", "\uFEFF"]) + lines.join(end) + random.pick([end, end, ""])
}

const comment = (random: Random, column: number, { comments }: Style): ReadonlyArray<string> =>
  random.chance(comments) ? [`${" ".repeat(column)}# comment ${random.below(1_000_000)}`] : []

const writeMap = (random: Random, map: ContentMap, column: number, style: Style): ReadonlyArray<string> =>
  Object.entries(map).flatMap(([key, value], index) => {
    const start = `${" ".repeat(column)}${key}:`
    // The first key of an entry follows its dash.
    return [...(index === 0 ? [] : comment(random, column, style)), ...writeValue(random, start, value, column, style)]
  })

const writeValue = (
  random: Random,
  start: string,
  value: EditContent,
  column: number,
  style: Style
): ReadonlyArray<string> => {
  const end = random.chance(style.comments) ? ` # comment ${random.below(1_000_000)}` : ""
  if (typeof value === "boolean") return [`${start} ${String(value)}${end}`]
  if (typeof value === "string") {
    if (!value.includes(" ") || !random.chance(0.3) || value.startsWith("#"))
      return [`${start} ${writeText(value, "block", style.quote)}${end}`]
    const words = value.split(" ")
    const middle = Math.ceil(words.length / 2)
    const inner = " ".repeat(column + style.step)
    return [`${start} >-${end}`, ...[words.slice(0, middle), words.slice(middle)].map((part) => inner + part.join(" "))]
  }
  const isShort = isList(value) ? value.every((item) => typeof item === "string") : !Object.values(value).some(isDeep)
  if (Object.keys(value).length === 0 || (isShort && random.chance(0.6))) return [`${start} ${writeFlow(value)}${end}`]
  if (isContentMap(value)) return [start + end, ...writeMap(random, value, column + style.step, style)]
  const inner = column + style.listStep
  return [
    start + end,
    ...value.flatMap((item, index) => {
      const above = [...(style.isSpaced && index > 0 ? [""] : []), ...comment(random, inner, style)]
      if (!isContentMap(item)) return [...above, `${" ".repeat(inner)}- ${writeFlow(item)}`]
      const [first = "", ...rest] = writeMap(random, item, inner + 2, style)
      return [...above, `${" ".repeat(inner)}- ${first.trimStart()}`, ...rest, ...comment(random, inner + 2, style)]
    })
  ]
}

const isDeep = (content: EditContent): boolean => isContentMap(content) || (isList(content) && content.some(isDeep))

const writeFlow = (content: EditContent): string => {
  if (isList(content)) return `[${content.map(writeFlow).join(", ")}]`
  if (!isContentMap(content)) return typeof content === "string" ? writeText(content, "flow") : String(content)
  const pairs = Object.entries(content).map(([key, value]) => `${key}: ${writeFlow(value)}`)
  return `{ ${pairs.join(", ")} }`
}
