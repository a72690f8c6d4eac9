import { assert, describe, it } from "@effect/vitest"
import { size } from "../../../src/domain/checks/source/SourceFiles.ts"
import { groupFindings } from "../../../src/report/Grouping.ts"
import { locatedFinding } from "./HostileReports.ts"

describe("groups of findings", () => {
  const finding = locatedFinding(size, { file: "a.yaml", bytes: 5_000_000, max_bytes: 4_000_000 })

  it("contain findings with the same facts", () => {
    const [group, ...others] = groupFindings([finding, finding, finding])
    assert.deepStrictEqual([group?.otherPlaces.length, others], [2, []])
  })

  it("keep a warning apart from an error", () => {
    const groups = groupFindings([finding, { ...finding, level: "warning" }])
    assert.deepStrictEqual(
      groups.map(({ level }) => level),
      ["error", "warning"]
    )
  })
})
