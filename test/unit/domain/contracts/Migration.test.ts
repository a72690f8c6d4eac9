import { assert, describe, it } from "@effect/vitest"
import { assess } from "../../../../src/domain/contracts/Assess.ts"
import type { MigrationStep, OpenItem } from "../../../../src/domain/contracts/Migration.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"

interface Case {
  readonly from: Readonly<Record<string, string>>
  readonly to: Readonly<Record<string, string>>
  readonly removed: Readonly<Record<string, string>>
  readonly config: Config
  readonly migrated: Config | undefined
  /** `place: item -> replacements`, `place: before -> after`, or `place: obstacle candidates`. */
  readonly told: ReadonlyArray<string>
}

const cases: Readonly<Record<string, Case>> = {
  "puts a replacement in the place of a value": {
    from: { use: "multiple A OLD B" },
    to: { use: "multiple A B NEW" },
    removed: { "use/OLD": "use/NEW" },
    config: { use: ["A", "OLD", "B"] },
    migrated: { use: ["A", "NEW", "B"] },
    told: ["use.1: use/OLD -> use/NEW"]
  },
  "merges what becomes equal": {
    from: { use: "multiple NEW X Y" },
    to: { use: "multiple NEW" },
    removed: { "use/X": "use/NEW", "use/Y": "use/NEW" },
    config: { use: ["X", "NEW", "Y"] },
    migrated: { use: ["NEW"] },
    told: ["use.0: use/X -> use/NEW", "use.2: use/Y -> use/NEW"]
  },
  "adds all parts of a split to a list": {
    from: { use: "multiple A OLD" },
    to: { use: "multiple A ONE TWO" },
    removed: { "use/OLD": "use/ONE & use/TWO" },
    config: { use: ["OLD", "A"] },
    migrated: { use: ["ONE", "TWO", "A"] },
    told: ["use.0: use/OLD -> use/ONE use/TWO"]
  },
  "has no room for a split in a single code": {
    from: { use: "single OLD" },
    to: { use: "single ONE TWO" },
    removed: { "use/OLD": "use/ONE & use/TWO" },
    config: { use: "OLD" },
    migrated: undefined,
    told: ["use: use/OLD occupied use/ONE use/TWO"]
  },
  "leaves a choice to a person": {
    from: { use: "single OLD" },
    to: { use: "single ONE TWO" },
    removed: { "use/OLD": "use/ONE | use/TWO" },
    config: { use: "OLD" },
    migrated: undefined,
    told: ["use: use/OLD choice use/ONE use/TWO"]
  },
  "takes what is left of a choice": {
    from: { use: "single OLD TWO" },
    to: { use: "single ONE" },
    removed: { "use/OLD": "use/ONE | use/TWO", "use/TWO": "" },
    config: { use: "OLD" },
    migrated: { use: "ONE" },
    told: ["use: use/OLD -> use/ONE"]
  },
  "takes a choice whose ways lead to the same": {
    from: { use: "single OLD" },
    to: { use: "single ONE" },
    removed: { "use/OLD": "use/TWO | use/ONE", "use/TWO": "use/ONE" },
    config: { use: "OLD" },
    migrated: { use: "ONE" },
    told: ["use: use/OLD -> use/ONE"]
  },
  "follows a chain": {
    from: { use: "single A" },
    to: { use: "single C" },
    removed: { "use/A": "use/B", "use/B": "use/C" },
    config: { use: "A" },
    migrated: { use: "C" },
    told: ["use: use/A -> use/C"]
  },
  "follows no cycle": {
    from: { use: "single A" },
    to: { use: "single C" },
    removed: { "use/A": "use/B", "use/B": "use/A" },
    config: { use: "A" },
    migrated: undefined,
    told: ["use: use/A cycle"]
  },
  "keeps what nothing replaces": {
    from: { use: "multiple A B" },
    to: { use: "multiple B NEW" },
    removed: { "use/A": "" },
    config: { use: ["A", "B"] },
    migrated: undefined,
    told: ["use.0: use/A no-replacement"]
  },
  "moves a value to another list": {
    from: { use: "multiple A B", event: "multiple X" },
    to: { use: "multiple B", event: "multiple A X" },
    removed: { "use/A": "event/A" },
    config: { use: ["A", "B"], event: ["X"] },
    migrated: { use: ["B"], event: ["X", "A"] },
    told: ["use.0: use/A -> event/A"]
  },
  "moves a value to a dimension that the config does not set": {
    from: { use: "multiple A" },
    to: { use: "multiple B", one: "single A", flags: "flags A", where: "territory A" },
    removed: { "use/A": "one/A & flags/A & where/A" },
    config: { use: ["A"] },
    migrated: { use: [], one: "A", flags: { A: true }, where: { global: false, countries: ["A"] } },
    told: ["use.0: use/A -> one/A flags/A where/A"]
  },
  "moves no value to a single code that is set otherwise": {
    from: { use: "multiple A", one: "single X" },
    to: { use: "multiple B", one: "single A X" },
    removed: { "use/A": "one/A" },
    config: { use: ["A"], one: "X" },
    migrated: undefined,
    told: ["use.0: use/A occupied one/A"]
  },
  "moves a value to a single code that another replacement frees": {
    from: { use: "multiple A", one: "single X" },
    to: { use: "multiple B", one: "single A" },
    removed: { "use/A": "one/A", "one/X": "use/B" },
    config: { use: ["A"], one: "X" },
    migrated: { use: ["B"], one: "A" },
    told: ["one: one/X -> use/B", "use.0: use/A -> one/A"]
  },
  "gives all parts of a split flag its value": {
    from: { flags: "flags OLD KEPT" },
    to: { flags: "flags KEPT ONE TWO" },
    removed: { "flags/OLD": "flags/ONE & flags/TWO" },
    config: { flags: { OLD: false, KEPT: true } },
    migrated: { flags: { KEPT: true, ONE: false, TWO: false } },
    told: ["flags.OLD: flags/OLD -> flags/ONE flags/TWO"]
  },
  "merges flags that say the same": {
    from: { flags: "flags OLD NEW" },
    to: { flags: "flags NEW" },
    removed: { "flags/OLD": "flags/NEW" },
    config: { flags: { OLD: true, NEW: true } },
    migrated: { flags: { NEW: true } },
    told: ["flags.OLD: flags/OLD -> flags/NEW"]
  },
  "merges no flags that contradict each other": {
    from: { flags: "flags OLD NEW" },
    to: { flags: "flags NEW" },
    removed: { "flags/OLD": "flags/NEW" },
    config: { flags: { OLD: true, NEW: false } },
    migrated: undefined,
    told: ["flags.OLD: flags/OLD occupied flags/NEW"]
  },
  "merges no flag that is false into one that is true": {
    from: { flags: "flags OLD NEW" },
    to: { flags: "flags NEW" },
    removed: { "flags/OLD": "flags/NEW" },
    config: { flags: { OLD: false, NEW: true } },
    migrated: undefined,
    told: ["flags.OLD: flags/OLD occupied flags/NEW"]
  },
  "moves no flag that is false to a list, since a list without the code says the same": {
    from: { flags: "flags OLD SPLIT" },
    to: { flags: "flags NEW", use: "multiple OLD" },
    removed: { "flags/OLD": "use/OLD", "flags/SPLIT": "use/OLD & flags/NEW" },
    config: { flags: { OLD: false, SPLIT: false } },
    migrated: { flags: { NEW: false } },
    told: ["flags.OLD: flags/OLD -> nothing", "flags.SPLIT: flags/SPLIT -> flags/NEW"]
  },
  "leaves out a removed flag that is false, and keeps one that is true": {
    from: { flags: "flags A B C D KEPT" },
    to: { flags: "flags KEPT X Y" },
    removed: { "flags/A": "", "flags/B": "flags/X | flags/Y", "flags/C": "flags/C", "flags/D": "" },
    config: { flags: { A: false, B: false, C: false, D: true, KEPT: false } },
    migrated: undefined,
    told: [
      "flags.A: flags/A -> nothing",
      "flags.B: flags/B -> nothing",
      "flags.C: flags/C -> nothing",
      "flags.D: flags/D no-replacement"
    ]
  },
  "leaves out a flag that is false and that the release does not have yet": {
    from: { flags: "flags A KEPT" },
    to: { flags: "flags KEPT" },
    removed: {},
    config: { flags: { A: false, KEPT: true } },
    migrated: { flags: { KEPT: true } },
    told: ["flags.A: flags/A -> nothing"]
  },
  "leaves out a removed dimension whose flags are all false": {
    from: { flags: "flags A B", use: "multiple A" },
    to: { use: "multiple A" },
    removed: { flags: "" },
    config: { flags: { A: false, B: false }, use: ["A"] },
    migrated: { use: ["A"] },
    told: ["flags: flags -> nothing", "flags.A: flags/A -> nothing", "flags.B: flags/B -> nothing"]
  },
  "renames a dimension without its flags that are false and have no other name": {
    from: { flags: "flags A B" },
    to: { more: "flags B" },
    removed: { flags: "more" },
    config: { flags: { A: false, B: true } },
    migrated: { more: { B: true } },
    told: ["flags: flags -> more", "flags.A: flags/A -> nothing"]
  },
  "replaces a country": {
    from: { where: "territory CS NO" },
    to: { where: "territory NO CZ SK" },
    removed: { "where/CS": "where/CZ & where/SK" },
    config: { where: { global: false, countries: ["CS", "NO"] } },
    migrated: { where: { global: false, countries: ["CZ", "SK", "NO"] } },
    told: ["where.countries.0: where/CS -> where/CZ where/SK"]
  },
  "renames a dimension with its values, in its place": {
    from: { a: "single X", use: "multiple A B", z: "single X" },
    to: { a: "single X", purpose: "multiple A B", z: "single X" },
    removed: { use: "purpose" },
    config: { a: "X", use: ["B", "A"], z: "X" },
    migrated: { a: "X", purpose: ["B", "A"], z: "X" },
    told: ["use: use -> purpose"]
  },
  "renames a dimension, and some of its values": {
    from: { use: "multiple A B" },
    to: { purpose: "multiple NEW B", event: "single B" },
    removed: { use: "purpose", "use/A": "purpose/NEW" },
    config: { use: ["A", "B"] },
    migrated: { purpose: ["NEW", "B"] },
    told: ["use: use -> purpose", "use.0: use/A -> purpose/NEW"]
  },
  "renames dimensions of every shape, set to nothing too": {
    from: { single: "single A", list: "multiple A", where: "territory A", flags: "flags A" },
    to: { single2: "single A", list2: "multiple A", where2: "territory A", flags2: "flags A" },
    removed: { single: "single2", list: "list2", where: "where2", flags: "flags2" },
    config: { single: "A", list: [], where: { global: true, countries: [] }, flags: {} },
    migrated: { single2: "A", list2: [], where2: { global: true, countries: [] }, flags2: {} },
    told: ["single: single -> single2", "list: list -> list2", "where: where -> where2", "flags: flags -> flags2"]
  },
  "merges a dimension into another one": {
    from: { use: "multiple A B", more: "multiple B C" },
    to: { use: "multiple A B C" },
    removed: { more: "use" },
    config: { more: ["B", "C"], use: ["A", "B"] },
    migrated: { use: ["A", "B", "C"] },
    told: ["more: more -> use"]
  },
  "merges no territories that contradict each other": {
    from: { where: "territory NO", also: "territory NO" },
    to: { where: "territory NO" },
    removed: { also: "where" },
    config: { where: { global: false, countries: ["NO"] }, also: { global: true, countries: [] } },
    migrated: undefined,
    told: ["also: also occupied where"]
  },
  "turns a dimension into several if its values have moved": {
    from: { use: "multiple A B" },
    to: { one: "single A", two: "multiple B" },
    removed: { use: "", "use/A": "one/A", "use/B": "two/B" },
    config: { use: ["A", "B"] },
    migrated: { one: "A", two: ["B"] },
    told: ["use: use -> one two", "use.0: use/A -> one/A", "use.1: use/B -> two/B"]
  },
  "finds the values of a split dimension": {
    from: { use: "multiple A B" },
    to: { one: "multiple A", two: "multiple B" },
    removed: { use: "one & two" },
    config: { use: ["A", "B"] },
    migrated: { one: ["A"], two: ["B"] },
    told: ["use: use -> one two", "use.0: use/A -> one/A", "use.1: use/B -> two/B"]
  },
  "does not drop a dimension that is set to nothing": {
    from: { use: "multiple A", where: "territory NO" },
    to: { one: "single A", list: "multiple NO" },
    removed: { use: "", where: "list" },
    config: { use: [], where: { global: true, countries: ["NO"] } },
    migrated: undefined,
    told: ["use: use no-replacement", "where: where shape list"]
  },
  "keeps a dimension of which one value has no replacement": {
    from: { use: "multiple A B" },
    to: { purpose: "multiple A" },
    removed: { use: "purpose" },
    config: { use: ["A", "B"] },
    migrated: undefined,
    told: ["use.1: use/B no-replacement"]
  },
  "makes a list of a single code, and replaces it": {
    from: { use: "single OLD" },
    to: { use: "multiple NEW" },
    removed: { "use/OLD": "use/NEW" },
    config: { use: "OLD" },
    migrated: { use: ["NEW"] },
    told: ["use: single -> multiple", "use: use/OLD -> use/NEW"]
  },
  "makes a single code of a list of one": {
    from: { use: "multiple A B" },
    to: { use: "single A B" },
    removed: {},
    config: { use: ["A"] },
    migrated: { use: "A" },
    told: ["use: multiple -> single"]
  },
  "makes no single code of a list of two": {
    from: { use: "multiple A B" },
    to: { use: "single A B" },
    removed: {},
    config: { use: ["A", "B"] },
    migrated: undefined,
    told: ["use: use shape"]
  },
  "knows names that objects inherit": {
    from: { constructor: "flags constructor" },
    to: { constructor: "flags toString" },
    removed: { "constructor/constructor": "constructor/toString" },
    config: { constructor: { constructor: true } },
    migrated: { constructor: { toString: true } },
    told: ["constructor.constructor: constructor/constructor -> constructor/toString"]
  }
}

describe("migrateConfig", () => {
  for (const [name, { config, from, migrated, removed, to, told }] of Object.entries(cases)) {
    it(name, () => {
      const { migration, problems, verdict } = assess(
        config,
        contractRelease("1.0.0", from),
        contractRelease("2.0.0", to, { removed })
      )
      assert.deepStrictEqual(problems, [])
      assert.strictEqual(verdict, "broken")
      assert.deepStrictEqual(migration?.config, migrated)
      if (migrated !== undefined) {
        assert.deepStrictEqual(Object.keys(migration?.config ?? {}), Object.keys(migrated))
        assert.deepStrictEqual(migration?.problems, [])
      } else assert.isNotEmpty(migration?.problems)
      assert.deepStrictEqual(
        [...(migration?.steps ?? []).map(formatStep), ...(migration?.open ?? []).map(formatOpen)],
        told
      )
    })
  }

  it("leaves a config without required dimensions, or with conflicts, to a person", () => {
    const from = contractRelease("1.0.0", { use: "multiple OLD" })
    const rule = { id: "never", description: "Never.", forbid: { use: { contains: "NEW" } } }
    const removed = { "use/OLD": "use/NEW" }
    const forbidding = contractRelease("2.0.0", { use: "multiple NEW" }, { removed, rules: [rule] })
    const requiring = contractRelease("2.0.0", { use: "multiple NEW", one: "single A" }, { removed, required: ["one"] })
    for (const [to, problem] of [
      [forbidding, "Conflict"],
      [requiring, "MissingDimension"]
    ] as const) {
      const { migration } = assess({ use: ["OLD"] }, from, to)
      assert.isUndefined(migration?.config)
      assert.deepStrictEqual(migration?.steps.map(formatStep), ["use.0: use/OLD -> use/NEW"])
      assert.deepStrictEqual(
        migration?.problems.map(({ _tag }) => _tag),
        [problem]
      )
    }
  })
})

const formatStep = (step: MigrationStep): string =>
  step._tag === "Replaced"
    ? `${step.path.join(".")}: ${formatItem(step.item)} -> ${step.replaced_by.map(formatItem).join(" ") || "nothing"}`
    : `${step.path.join(".")}: ${step.before} -> ${step.after}`

const formatOpen = ({ candidates, item, obstacle, path }: OpenItem): string =>
  [`${path.join(".")}: ${formatItem(item)} ${obstacle}`, ...candidates.map(formatItem)].join(" ")
