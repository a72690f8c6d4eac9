import { assert, describe, it } from "@effect/vitest"
import {
  describeClash,
  findClashes,
  InvalidArgument,
  type ConfigRules,
  type LicenseContract
} from "../../../../src/client/Validate.ts"
import type { Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { servedSchema } from "../../../support/domain/PublishedSchemas.ts"

const dimension = (
  name: string,
  fields: Pick<Dimension, "shape"> & Partial<Dimension>,
  labels: Readonly<Record<string, string>>,
  more: Partial<Value> = {}
): Dimension => ({
  name,
  label: name.toUpperCase(),
  description: "…",
  required: false,
  ...fields,
  values: Object.entries(labels).map(([code, label]) => ({ code, label, description: "…", ...more }))
})

const goods = { CARS: "Cars", TOYS: "Toys" }
const taxonomy: Taxonomy = {
  namespace: "nil",
  title: "…",
  description: "…",
  licenses: [],
  rules: [],
  dimensions: [
    dimension("goods", { shape: "multiple", role: "scope" }, goods),
    dimension("exclusive", { shape: "multiple", role: "exclusivity", unset: "nothing", reserves: "goods" }, goods)
  ]
}

/** Release 1.0.0 has no roles, and a value that 1.1.0 lacks. */
const older = servedSchema({
  ...taxonomy,
  dimensions: [dimension("goods", { shape: "multiple" }, { ...goods, BIKES: "Bicycles" })]
})
const newer = ((schema: ConfigRules): ConfigRules => ({
  ...schema,
  _meta: { taxonomy_version: "v1.1", release: "1.1.0", generated_at: "2026-01-15T10:00:00Z" }
}))(servedSchema(taxonomy))
const schemas = [newer, older]

const granted: ConfigRules = { ...newer, base_licenses: [{ code: "ALL-CARS", config: { goods: ["CARS"] } }] }

const contract = (id: string, config: unknown, fields: Partial<LicenseContract> = {}) => ({
  id,
  licensor: "Ada",
  licensee: id,
  version: "1.1.0",
  config,
  ...fields
})

const cars = { goods: ["CARS"] }

describe("findClashes of the client", () => {
  it("finds the pairs of one licensor that clash, and those of which it is unknown, with the reasons", () => {
    const contracts = [
      contract("1", { ...cars, exclusive: ["CARS"] }),
      contract("2", { goods: ["CARS", "TOYS"], exclusive: undefined }),
      contract("3", {}, { version: "v1.1.0" }),
      contract("4", cars, { version: "1.0.0" }),
      contract("5", cars, { licensor: "Eve" }),
      contract("6", cars, { licensee: "1" })
    ]
    const { pairs, release, uncompared, verdicts } = findClashes(schemas, contracts)
    assert.strictEqual(release, "1.1.0")
    assert.deepStrictEqual(
      pairs.map(({ a, b, verdict }) => [a.id, b.id, verdict]),
      [
        ["1", "2", "clash"],
        ["1", "3", "unknown"],
        ["1", "4", "clash"],
        // Release 1.0.0 has no dimension that reserves, so contract 4 leaves it open.
        ["2", "4", "unknown"],
        ["3", "4", "unknown"],
        ["4", "6", "unknown"]
      ]
    )
    assert.deepStrictEqual(verdicts, { clash: 2, unknown: 4, none: 4 })
    assert.deepStrictEqual(uncompared, [])
    const [clash, open] = pairs
    assert.isDefined(clash)
    assert.isDefined(open)
    assert.strictEqual(clash.b, contracts[1])
    assert.deepStrictEqual(clash.reasons, [{ dimension: "exclusive", codes: ["CARS"], kind: "exclusivity", of: "a" }])
    assert.deepStrictEqual(clash.witness, [{ dimension: "goods", code: "CARS" }])
    assert.deepStrictEqual(open.open, [{ dimension: "goods", of: "b" }])
    assert.deepStrictEqual(describeClash(schemas, clash, { a: "Contract 1", b: "contract 2" }), [
      "Contract 1 and contract 2 clash.",
      "  EXCLUSIVE (exclusive): Contract 1 reserves Cars (CARS), and contract 2 grants some of it",
      "Where they meet:",
      "  GOODS (goods): Cars (CARS)"
    ])
  })

  it("reads the base license that a contract names in place of a config", () => {
    const named = { licensor: "Ada", version: "1.1.0" }
    const { pairs, uncompared } = findClashes(
      [granted],
      [
        contract("1", { ...cars, exclusive: ["CARS"] }),
        { ...named, id: "2", licensee: "2", license: "ALL-CARS" },
        { ...named, id: "3", licensee: "3", license: "ALL-TOYS" }
      ]
    )
    assert.deepStrictEqual(
      pairs.map(({ a, b, verdict }) => [a.id, b.id, verdict]),
      [["1", "2", "clash"]]
    )
    assert.deepStrictEqual(
      uncompared.map(({ contract: { id }, kind, message }) => [id, kind, message]),
      [["3", "UnknownLicense", "The schema of release 1.1.0 has no base license ALL-TOYS."]]
    )
  })

  it("tells which contracts it could not compare, and why", () => {
    const contracts = [
      contract("1", cars, { version: "1.2.0" }),
      contract("2", cars, { from: "2026-02-30" }),
      contract("3", { goods: ["BIKES"], colour: "red" }),
      contract("4", undefined),
      contract("5", { goods: ["BIKES"] }, { version: "1.0.0" })
    ]
    const { uncompared } = findClashes(schemas, contracts)
    assert.deepStrictEqual(
      uncompared.map(({ contract: { id }, kind, message, problems }) => [id, kind, message, problems.length]),
      [
        ["1", "UnknownVersion", "The schema of release 1.2.0 is missing. Pass it.", 0],
        ["2", "WrongDays", "from and until must be days such as 2026-01-31, and from no later than until.", 0],
        ["3", "InvalidConfig", 'Its config is invalid: GOODS (goods) has no value "BIKES", and 1 more.', 2],
        ["4", "InvalidConfig", "Its config is missing.", 0]
      ]
    )
  })

  it("rejects schemas without roles, and lists of something else", () => {
    const rejects = (schemas: unknown, contracts: unknown, message: RegExp) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A program in JavaScript can pass anything
      const ask = () => findClashes(schemas as ReadonlyArray<ConfigRules>, contracts as ReadonlyArray<LicenseContract>)
      assert.throws(ask, InvalidArgument, message)
    }
    rejects([older], [], /^schemas: No dimension of release 1\.0\.0 has a role/)
    rejects([], [], /^schemas: must be a list/)
    rejects(newer, [], /^schemas: must be a list/)
    rejects([{}], [], /^schemas: must be the result of schema\(\)/)
    rejects([newer], [contract("1", cars), { version: "1.1.0", config: cars }], /^contracts: .*Number 2 lacks/)
    rejects([newer], [{ ...contract("1", cars), until: 2026 }], /^contracts: .*Number 1/)
    rejects([newer], {}, /^contracts: must be a list/)
  })
})
