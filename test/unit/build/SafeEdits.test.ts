import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "vitest"
import { parseDocument } from "yaml"
import { fixTree } from "../../../src/build/FixTree.ts"
import { isError, type Finding } from "../../../src/domain/Finding.ts"
import { helpOf } from "../../../src/report/FindingText.ts"
import { base, findingsIn, readCase, treeOf, type Situation } from "../../mistakes/MistakeCase.ts"
import { rows, type Files } from "../../mistakes/MistakeTable.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { makeRandom, mutateYaml } from "../../support/YamlMutator.ts"

const own = join(ownProject, "taxonomy-src")

/** The own sources of the project, as if nothing was published. */
const ownSources: Situation = {
  ...base,
  files: new Map(
    readdirSync(own, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".yaml"))
      .map((path) => [path, readFileSync(join(own, path), "utf8")])
  )
}

const errorsOf = (findings: ReadonlyArray<Finding>): number => findings.filter(isError).length

const fix = (mistake: Situation) => {
  const tree = treeOf(mistake.files)
  const fixed = fixTree(tree, (sources) => findingsIn(mistake, sources))
  const files: Files = new Map(
    fixed.tree.flatMap((entry) =>
      entry._tag === "File" ? [[entry.path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(entry.bytes)]] : []
    )
  )
  const names = new Map(fixed.writes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])))
  return {
    fixed,
    after: (path: string) => files.get(names.get(path) ?? path),
    errors: errorsOf(findingsIn(mistake, fixed.tree))
  }
}

/** The letters and digits of a text: a code, a key, a country or a word cannot change without them. */
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "")

/** Without what an edit may change beside signs and spaces: the version, and the markers of a conflict around it. */
const withoutVersion = (text: string): string =>
  text.replaceAll(/^(?:"?version"?\s*:.*|[<=>|]{7}.*)$/gm, "").replaceAll(/^version .*$/gm, "")

/** The comments of a text, and the lines below them that they explain. */
const commentsOf = (text: string): ReadonlyArray<string> =>
  [/(?<=^|\s)#.*$/gm, /(?<=^[ \t]*#.*\n).*$/gm].flatMap((pattern) =>
    (withoutVersion(text).match(pattern) ?? []).map(lettersOf)
  )

/** The leaves of a document by their path. */
const leavesOf = (text: string): ReadonlyMap<string, unknown> | undefined => {
  const document = parseDocument(text, { uniqueKeys: false })
  if (document.errors.length > 0) return undefined
  const leaves = new Map<string, unknown>()
  const visit = (path: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) leaves.set(path, value)
    else for (const [key, inner] of Object.entries(value)) visit(`${path}/${key}`, inner)
  }
  visit("", document.toJS() as unknown)
  return leaves
}

const lettersOfLeaf = (value: unknown): string => lettersOf(String(value))

const expectSafe = (expect: (value: unknown) => { toEqual: (other: unknown) => void }, mistake: Situation): number => {
  const before = errorsOf(findingsIn(mistake, treeOf(mistake.files)))
  const { after, errors, fixed } = fix(mistake)
  expect(errors <= before).toEqual(true)
  const nameOf = (path = "") => path.replace(/^.*\//, "").replace(/\.ya?ml$/, "")
  for (const { from, path } of fixed.writes) expect(nameOf(from ?? path)).toEqual(nameOf(path))
  for (const [path, text] of mistake.files) {
    const next = after(path) ?? ""
    if (next === text) continue
    expect(commentsOf(next)).toEqual(commentsOf(text))
    const isRepetition = fixed.rounds.some(({ fixed: done }) => done.some(({ rule }) => rule === "source/duplicate"))
    if (!isRepetition) expect(lettersOf(withoutVersion(next))).toEqual(lettersOf(withoutVersion(text)))
    const [old, now] = [leavesOf(text), leavesOf(next)]
    if (old === undefined || now === undefined) continue
    expect([...now.keys()]).toEqual([...old.keys()])
    for (const [leaf, value] of now) {
      if (leaf === "/version")
        expect(String(value).split(".")[0]).toEqual(String(old.get(leaf)).split(".")[0]?.replace(/^\D+/, ""))
      else expect(lettersOfLeaf(value)).toEqual(lettersOfLeaf(old.get(leaf)))
    }
  }
  return fixed.rounds.length
}

describe("an edit", () => {
  it.for([...rows.keys()])("changes no code, key, word or comment, and adds no error: %s", (name, { expect }) => {
    expectSafe(expect, readCase(name))
  })

  it("changes none of them in sources with random mistakes", ({ expect }) => {
    let applied = 0
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = makeRandom(seed)
      const { files, ...mistake } = seed % 10 === 0 ? ownSources : base
      const [path, text] = random.pick([...files])
      const [, other] = random.pick([...files])
      const mutated = random.chance(0.5)
        ? mutateYaml(random, text, other)
        : slip(random.pick(slips), random.below(40), text)
      if (!mutated.isWellFormed()) continue
      applied += expectSafe(expect, { ...mistake, files: new Map([...files, [path, mutated]]) })
    }
    expect(applied).toBeGreaterThan(30)
  })

  it.for([
    ["licenses/NIL-MERCH.yaml", /commercial_scope: .*/, "commercial_scope: semi_commercial"],
    ["licenses/NIL-MERCH.yaml", /countries: .*/, "countries: [NO, yes]"],
    ["licenses/NIL-MERCH.yaml", /countries: .*/, 'countries: [England, "Northern Ireland"]'],
    ["licenses/NIL-MERCH.yaml", /countries: .*/, "countries: [EEA, Benelux, DACH, Nordics]"],
    ["licenses/NIL-MERCH.yaml", /config:/, "excludes:"],
    ["rules/educational-not-full-commercial.yaml", /forbid:/, "when:"],
    ["rules/educational-not-full-commercial.yaml", /forbid:/, "require:"],
    ["rules/educational-not-full-commercial.yaml", /commercial_scope: .*/, "commercial_scope: { not: non_commercial }"],
    ["licenses/NIL-MERCH.yaml", /code: .*/, "code: NIL-MERCHH"],
    ["licenses/NIL-MERCH.yaml", /code: .*/, "code: Nil-Merch"],
    ["licenses/NIL-MERCH.yaml", /code: .*/, "code: NIL-GOODS"],
    ["dimensions/event_access.yaml", /required: .*/, "not_required: true"],
    ["dimensions/event_access.yaml", /description: /, "internal: "],
    ["dimensions/event_access.yaml", /description: /, "private_note: "]
  ] as const)("leaves a choice to the editor: %s with %s as %s", ([file, pattern, written], { expect }) => {
    const text = base.files.get(file) ?? ""
    const mutated = text.replace(pattern, written)
    const mistake = { ...base, files: new Map([...base.files, [file, mutated]]) }
    const { fixed } = fix(mistake)
    expect(mutated).not.toBe(text)
    expect(errorsOf(findingsIn(mistake, treeOf(mistake.files)))).toBeGreaterThan(0)
    expect(fixed.writes).toEqual([])
  })

  it("renames no key, however alone it is beside a missing one", ({ expect }) => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = makeRandom(seed)
      const key = Array.from({ length: 3 + random.below(8) }, () =>
        "abcdefghijklmnoprstuvw_".charAt(random.below(23))
      ).join("")
      for (const [file, missing] of [
        ["licenses/NIL-MERCH.yaml", "config"],
        ["licenses/NIL-MERCH.yaml", "description"],
        ["dimensions/event_access.yaml", "label"],
        ["rules/educational-not-full-commercial.yaml", "forbid"]
      ] as const) {
        const files = new Map([...base.files, [file, (base.files.get(file) ?? "").replace(`${missing}:`, `${key}:`)]])
        expect(fix({ ...base, files }).fixed.writes).toEqual([])
      }
    }
  })

  it("leaves a comment after a text with a colon, whatever is before its sign", ({ expect }) => {
    for (const space of [" ", "\t", " \t"]) {
      const text = (base.files.get("licenses/NIL-MERCH.yaml") ?? "").replace(
        /^description: .*$/m,
        `description: Note: this${space}# keep me`
      )
      expect(fix({ ...base, files: new Map([...base.files, ["licenses/NIL-MERCH.yaml", text]]) }).fixed.writes).toEqual(
        []
      )
    }
  })

  it("leaves a line that only repeats another one, if it has a comment", ({ expect }) => {
    const file = "licenses/NIL-MERCH.yaml"
    const [head = "", ...rest] = (base.files.get(file) ?? "").split(/(?<=^name: .*\n)/m)
    const name = "name: Merchandise"
    const fixed = (lines: string) =>
      fix({ ...base, files: new Map([...base.files, [file, head + lines + rest.join("")]]) })
    expect(fixed(`${name}\n`).after(file)).toBe(base.files.get(file))
    for (const lines of [`${name}   # why\n`, `# why\n${name}\n`, `  # why\n${name}\n`])
      expect(fixed(lines).fixed.writes).toEqual([])
    const text = "code: A\n# why\nname: A\ndescription: A.\nconfig: { use_type: [educational] }\n"
    expect(fix({ ...base, files: new Map([...base.files, ["licenses/A.yaml", text + text]]) }).fixed.writes).toEqual([])
  })

  it("settles a conflict of git around two versions of one major alone", ({ expect }) => {
    const conflict = (ours: string, theirs: string) =>
      (base.files.get("taxonomy.yaml") ?? "").replace(
        /^version: .*\n/m,
        `<<<<<<< HEAD\nversion: ${ours}\n=======\nversion: ${theirs}\n>>>>>>> other\n`
      )
    const settle = (text: string) => fix({ ...base, files: new Map([...base.files, ["taxonomy.yaml", text]]) })
    expect(settle(conflict("1.1.0", "1.0.1")).after("taxonomy.yaml")).toMatch(/^version: 1\.1\.0$/m)
    for (const text of [conflict("2.0.0", "1.1.0"), conflict("1.1.0", "1.0.1 # urgent")])
      expect(settle(text).fixed.writes).toEqual([])
  })

  it("keeps a comment in flags, and names the member that is wrong", ({ expect }) => {
    const text =
      "code: A\nname: A\ndescription: A.\nconfig:\n  ai_use:\n    # Agreed with the players on 3 May.\n    avatar_only: no # for now\n"
    const files = new Map([...base.files, ["licenses/A.yaml", text]])
    const { after } = fix({ ...base, files })
    expect(after("licenses/A.yaml")).toBe(text)
    const finding = findingsIn(base, treeOf(files)).find(({ context }) => context["problem"] === "setting")
    expect(finding && helpOf(finding)).toBe("Write true or false, without quotes.")
  })

  it("closes a quote that a word processor closed, and makes no entries of pasted bullets", ({ expect }) => {
    const file = "dimensions/event_access.yaml"
    const text = base.files.get(file) ?? ""
    const curly = text.replace(/^label: .*$/m, 'label: "Access to events\u201d')
    const { after } = fix({ ...base, files: new Map([...base.files, [file, curly]]) })
    expect(after(file)).toBe(text.replace(/^label: .*$/m, 'label: "Access to events"'))
    const bullets = text.replace(
      /^description: .*$/m,
      "description: A single random selection:\n\u2022 of a prize\n\u2022 shown before payment"
    )
    expect(fix({ ...base, files: new Map([...base.files, [file, bullets]]) }).fixed.writes).toEqual([])
  })
})

/** Slips of typing, as a pattern and what takes its place, in which `$&` is what was there. */
const slips: ReadonlyArray<readonly [RegExp, string]> = [
  [/: (?=\S)/g, ":"],
  [/: (?=\S)/g, " "],
  [/- (?=\S)/g, "-"],
  [/: (?=\S)/g, ":\t"],
  [/ (?=\S)/g, "\u00a0"],
  [/(?<=^(?:code|name|id): \S+)$/gm, "x"],
  [/^ *\w+: \S.*$/gm, "$&\n$&"],
  [/^ *\w+: \S.*$/gm, "$&\n$&   # why"],
  [/^ *\w+: \S.*$/gm, "$&\n# why\n$&"],
  [/\]/g, ""],
  [/\}/g, "]"],
  [/: (?=[A-Z])/g, ': "'],
  [/(?<=: [A-Z][a-z]+) /g, ": "],
  [/^ {2}/gm, "\t"],
  [/$/gm, " "]
]

/** Makes a slip at one of the places where it can be made. */
const slip = ([pattern, replacement]: readonly [RegExp, string], at: number, text: string): string => {
  const matches = [...text.matchAll(pattern)]
  const match = matches[at % Math.max(1, matches.length)]
  return match === undefined
    ? text
    : text.slice(0, match.index) + replacement.replaceAll("$&", match[0]) + text.slice(match.index + match[0].length)
}
