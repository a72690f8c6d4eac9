import type { SourceEntry, SourceTree } from "../../src/build/sources/SourceTree.ts"
import type { Random } from "./Random.ts"

/** Changes some of the sources at random: characters, lines, and what editors change and get wrong. */
export const mutate = (tree: SourceTree, random: Random): SourceTree => {
  const entries = new Map(tree.map((entry) => [entry.path, entry]))
  const count = 1 + random.below(random.oneIn(4) ? 6 : 2)
  const isPlausible = random.oneIn(2)
  for (let done = 0; done < count; done += 1) {
    if (isPlausible) editSources(entries, random)
    else if (random.oneIn(12)) mutateEntries(entries, random)
    else mutateText(entries, random)
  }
  return [...entries.values()]
}

/** Texts hold a byte per character, so that mutations can break the encoding too. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

export const withText = (entries: Map<string, SourceEntry>, path: string, text: string): void => {
  entries.set(path, { _tag: "File", path, bytes: Buffer.from(text, "latin1") })
}

const mutateEntries = (entries: Map<string, SourceEntry>, random: Random): void => {
  const paths = [...entries.keys()]
  if (paths.length === 0) return
  const path = random.pick(paths)
  const entry = entries.get(path)
  const other = random.pick([
    path.replace(".yaml", ".yml"),
    path.toUpperCase(),
    path.replace(/[^/]+$/, (name) => `x${name}`),
    path.replace(/^\w+/, random.pick(["dimensions", "licenses", "rules", "license", "dimension"])),
    "dimensions/con.yaml",
    "taxonomy.yml",
    "waivers.yaml",
    "licenses/COPY.yaml"
  ])
  switch (random.below(6)) {
    case 0:
      entries.delete(path)
      return
    case 1:
      entries.set(path, { _tag: "Link", path })
      return
    case 2:
      entries.set(path, random.oneIn(2) ? { _tag: "TooLarge", path, size: 4_194_305 } : { _tag: "NotAFile", path })
      return
    case 3:
      entries.delete(path)
      if (entry?._tag === "File") entries.set(other, { ...entry, path: other })
      return
    default:
      if (entry?._tag === "File") entries.set(other, { ...entry, path: other })
  }
}

/** What editors do, most of which leaves the sources valid. */
const editSources = (entries: Map<string, SourceEntry>, random: Random): void => {
  const files = [...entries.values()].flatMap((entry) => (entry._tag === "File" ? [entry] : []))
  const licenses = files.filter(({ path }) => /^licenses\/[\w.+-]+\.yaml$/.test(path))
  if (files.length === 0) return
  const { bytes, path } = random.pick(files)
  if (licenses.length > 0 && random.oneIn(6)) {
    const license = random.pick(licenses)
    if (random.oneIn(3)) entries.delete(license.path)
    else {
      const code = `N${random.below(20)}`
      withText(entries, `licenses/${code}.yaml`, textOf(license.bytes).replace(/^code:.*/m, `code: ${code}`))
    }
    return
  }
  if (path.startsWith("dimensions/") && random.oneIn(12)) entries.delete(path)
  else withText(entries, path, random.pick(plausibleEdits)(textOf(bytes), random))
}

const mutateText = (entries: Map<string, SourceEntry>, random: Random): void => {
  const files = [...entries.values()].flatMap((entry) => (entry._tag === "File" ? [entry] : []))
  if (files.length === 0) return
  const { bytes, path } = random.oneIn(8)
    ? (files.find((file) => file.path === "taxonomy.yaml") ?? random.pick(files))
    : random.pick(files)
  const text = textOf(bytes)
  const kind = random.below(10)
  const mutation = kind < 2 ? mutateCharacters : kind < 4 ? mutateLines : editYaml
  withText(entries, path, mutation(text, random))
}

const utf8 = (text: string): string => Buffer.from(text).toString("latin1")

const pieces = [
  ..."\t \r\n:#-?,[]{}&*!|>'\"%@`~0123456789aAzZ_.+\\/<=".split(""),
  "\r\n",
  ": ",
  " #",
  " # ",
  "- ",
  "? ",
  "---\n",
  "...\n",
  "%YAML 1.2\n---\n",
  "<<: ",
  "&a ",
  "*a",
  "!!str ",
  "!x ",
  "null",
  "~",
  "true",
  "yes",
  "007",
  "0x1F",
  "1e3",
  ".nan",
  ".inf",
  "2026-01-01",
  "''",
  '""',
  "[]",
  "{}",
  "|\n",
  ">-\n",
  "|2\n",
  "\\u0007",
  "\u00e9",
  "\u00ff",
  "\0",
  ...["\u00a0", "\ufeff", "\u2028", "\u0085", "\u200b", "é", "ß", "İ", "\u{1f600}", "ｱ"].map(utf8)
]

const mutateCharacters = (text: string, random: Random): string => {
  const at = random.below(text.length + 1)
  const length = random.oneIn(3) ? random.below(8) : 1
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at + length)
    case 2:
      return (
        text.slice(0, at) +
        text
          .slice(at, at + length)
          .split("")
          .toReversed()
          .join("") +
        text.slice(at + length)
      )
    default:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at)
  }
}

const mutateLines = (text: string, random: Random): string => {
  const lines = text.split("\n")
  const [from, to] = [random.below(lines.length), random.below(lines.length)]
  const line = lines[from] ?? ""
  switch (random.below(9)) {
    case 0:
      lines.splice(from, 1 + random.below(3))
      break
    case 1:
      lines.splice(to, 0, line)
      break
    case 2:
      lines[from] = lines[to] ?? ""
      lines[to] = line
      break
    case 3:
      lines[from] = ` ${line}`
      break
    case 4:
      lines[from] = line.replace(/^ /, random.pick(["", "\t", "  "]))
      break
    case 5:
      lines.splice(from, 2, `${line}${random.pick([" ", "", ", ", ": "])}${(lines[from + 1] ?? "").trim()}`)
      break
    case 6:
      return random.pick([
        text.replaceAll("\n", "\r\n"),
        text.replaceAll("\n", "\r"),
        utf8("\ufeff") + text,
        text.trimEnd(),
        `${text}\n\n`
      ])
    case 7:
      lines.splice(
        from,
        0,
        random.pick([
          "<<<<<<< HEAD",
          "=======",
          ">>>>>>> branch",
          "---",
          "...",
          "# comment",
          "",
          "extra: key",
          "  extra: key",
          "    extra: key",
          "- extra"
        ])
      )
      break
    default:
      lines[from] = line.replace(
        /:.*/,
        random.pick([
          ":",
          ": text",
          ": [A, B]",
          ": {}",
          ": 1",
          ": null",
          ": true",
          ": yes",
          ": { fr: { label: Nom } }",
          ": |\n      text",
          ': "quoted: text"',
          ": 'it''s'"
        ])
      )
  }
  return lines.join("\n")
}

/** A value with its keys, as a block or on one line. */
const valueBlock = /^( *)- (?:\{ *)?code: *([^,}\n]+)[^\n]*\n(?:\1 +[^\n]*\n)*/gm

type Edit = (text: string, random: Random) => string

const editOne =
  (pattern: RegExp, replace: (match: RegExpExecArray, random: Random) => string): Edit =>
  (text, random) => {
    const matches = [...text.matchAll(pattern)]
    if (matches.length === 0) return text
    const match = random.pick(matches)
    return text.slice(0, match.index) + replace(match, random) + text.slice(match.index + match[0].length)
  }

const misspelt = (word: string, random: Random): string => {
  const at = random.below(word.length + 1)
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + "x" + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.toLowerCase(),
    word.toUpperCase(),
    `${word}_2`
  ])
}

const deprecations = (other: string): ReadonlyArray<string> => [
  `deprecated: { replaced_by: [${other}] }`,
  `deprecated: { reason: Nobody uses it. }`,
  `deprecated: { replaced_by: { all_of: [${other}, A] } }`,
  `deprecated: { replaced_by: [${other}, ${other}] }`,
  `deprecated: { replaced_by: [d/${other}] }`,
  `deprecated: { replaced_by: [] }`,
  `deprecated: true`,
  `deprecated: { replaced_by: ${other} }`,
  `translations: { fr: { label: Nom } }`,
  `translations: { fr_FR: { label: Nom, definition: Sens } }`,
  `translations: { french: { label: Nom }, de: {} }`,
  `definition: Its meaning.`,
  `label: Another label.`,
  `lable: Label`
]

const codesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/code: *"?([\w.+-]+)/g)].map(([, code]) => code ?? "")

const versions = [
  "0.9.0",
  "1.0.0",
  "1.0.1",
  "1.0.2",
  "1.1.0",
  "1.2.0",
  "1.3.0",
  "2.0.0",
  "2.0.1",
  "2.1.0",
  "3.0.0",
  "7.1.3"
]

const waivableRules = [
  "deprecation/removed-without-deprecation",
  "deprecation/removed-outside-major",
  "deprecation/removed-before-six-months",
  "deprecation/new-use",
  "deprecation/replacement-deprecated",
  "code/reused",
  "code/reuse"
]

const plausibleEdits: ReadonlyArray<Edit> = [
  editOne(valueBlock, () => ""),
  editOne(
    valueBlock,
    ([block, , code = ""], random) => block + block.replace(code, `${code.trim()}${random.below(9)}`)
  ),
  (text, random) => {
    const codes = codesIn(text)
    if (codes.length === 0) return text
    return editOne(valueBlock, ([block, indentation = ""]) =>
      block.includes("{ code") || block.includes("deprecated:")
        ? block
        : `${block}${indentation}  deprecated: { ${random.oneIn(3) ? "reason: Old." : `replaced_by: [${random.pick(codes)}]`} }\n`
    )(text, random)
  },
  editOne(/^ *deprecated:.*\n(?: {6,}.*\n)*/gm, () => ""),
  editOne(/(?<=(?:label|name|title|description): )\w.*/g, ([written], random) =>
    random.pick([`${written}, too`, "Quite another text"])
  ),
  editOne(/\[([\w ,.+-]+)\]/g, ([list, inner = ""]) =>
    inner.includes(",") ? `[${inner.replace(/^[^,]*, */, "")}]` : list
  ),
  (text, random) => {
    const code = codesIn(text).at(-1)
    return text.startsWith("code:") && code !== undefined
      ? `${text.trimEnd()}\ndeprecated: { ${random.oneIn(2) ? "reason: Old." : "replaced_by: [N1]"} }\n`
      : text
  }
]

const edits: ReadonlyArray<Edit> = [
  editOne(valueBlock, () => ""),
  editOne(valueBlock, ([block]) => block + block),
  editOne(valueBlock, ([block, , code = ""], random) => block.replace(code, misspelt(code.trim(), random))),
  editOne(valueBlock, ([block, , code = ""], random) => block + block.replace(code, misspelt(code.trim(), random))),
  (text, random) =>
    editOne(valueBlock, ([block, indentation = ""]) =>
      block.includes("{ code")
        ? block
        : `${block}${indentation}  ${random.pick(deprecations(random.pick(["A", ...codesIn(text)])))}\n`
    )(text, random),
  (text, random) => {
    const blocks = [...text.matchAll(valueBlock)].map(([block]) => block)
    if (blocks.length < 2) return text
    const [one, other] = [random.pick(blocks), random.pick(blocks)]
    return text
      .replace(one, "\0")
      .replace(other, () => one)
      .replace("\0", () => other)
  },
  editOne(/^ *deprecated:.*\n(?: {6,}.*\n)*/gm, () => ""),
  editOne(/^version: *.*/gm, (_, random) => `version: ${random.pick(versions)}`),
  editOne(/\[([\w ,.+"/-]*)\]/g, ([list], random) => list.replace(/[\w.+-]+/, (word) => misspelt(word, random))),
  editOne(/\[([\w ,.+"/-]*)\]/g, (_, random) =>
    random.pick(["[]", "A", "[A, A]", "A B", "{ global: true, countries: [] }", "[A"])
  ),
  editOne(/^( *)([\w-]+):/gm, ([key, indentation, name = ""], random) =>
    random.oneIn(2) ? `${indentation}${misspelt(name, random)}:` : key
  ),
  editOne(/^ *[\w-]+:.*\n/gm, () => ""),
  editOne(/(?<=: )\w[^\n{}[\]]*/g, ([written], random) =>
    random.pick([
      `"${written}"`,
      `'${written}'`,
      `${written} #1`,
      `${written}: more`,
      "Quite another text",
      "",
      "|\n      text",
      `&a ${written}`,
      "*a"
    ])
  ),
  editOne(/shape: *\w+/g, (_, random) => `shape: ${random.pick(["single", "multiple", "territory", "flags", "flag"])}`),
  editOne(/required: *\w+/g, (_, random) => `required: ${random.pick(["true", "false", "yes"])}`),
  editOne(/^config:.*\n(?: +.*\n)*/gm, ([block], random) =>
    random.pick(["config: {}\n", `${block.trimEnd()}\n  extra: [A]\n`, "config: { use_type: [educational] }\n"])
  ),
  (text) => `${text.trimEnd()}\ndeprecated: { reason: Old. }\n`,
  (text, random) =>
    `${text.trimEnd()}\ntranslations: { ${random.pick(["fr", "fr_FR", "french", "pt-br"])}: { ${random.pick(["name", "label", "description", "definition"])}: Nom } }\n`,
  (text, random) =>
    `${text.startsWith("- ") ? text : ""}- { rule: ${random.pick(waivableRules)}, subject: ${random.pick(["d/V0", "d/V1", "L0", "use_type/editorial"])}, version: ${random.pick(versions)}, reason: Text, approved_by: J }\n`
]

const editYaml: Edit = (text, random) => random.pick(edits)(text, random)
