import { assert, describe, it } from "@effect/vitest"
import { formatForecast } from "../../../../../src/domain/release/removal/RemovalForecast.ts"
import { formatItem } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { given, release, type Proposed } from "../../../../support/domain/ReleaseScenario.ts"
import { deprecate, remove, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

/** What comes due in sources that follow 1.0.0. */
const dueIn = (version: string, date: string | Proposed, ...edits: ReadonlyArray<Edit>) =>
  given(release("1.0.0", "2026-01-10"))
    .when(version, date, ...edits)
    .comingDue.flatMap((due) =>
      due.kind === "removal" ? [[formatItem(due.item), due.since.version, formatForecast(due.forecast)]] : []
    )

const from110 = [
  ["CLASS", "1.1.0", "It can be removed in 2.0.0 at the earliest, after 1.2.0 and 1.3.0, and not before 2026-08-10."]
]

describe("what sources deprecate themselves", () => {
  it("comes due after the version that they declare", () => {
    assert.deepStrictEqual(dueIn("1.1.0", "2026-02-10", deprecate("CLASS")), from110)
    assert.deepStrictEqual(dueIn("2.0.0", "2026-02-10", deprecate("CLASS")), [
      [
        "CLASS",
        "2.0.0",
        "It can be removed in 3.0.0 at the earliest, after 2.1.0 and 2.2.0, and not before 2026-08-10."
      ]
    ])
  })

  it.each(["1.0.1", "1.0.0", "0.9.0"])("comes due after the version that is advised in place of %s", (declared) => {
    assert.deepStrictEqual(dueIn(declared, "2026-02-10", deprecate("CLASS")), from110)
  })

  it.each(["1.0.1", "1.0.0", "1.1.0"])(
    "comes due after the version that is required without the removals that %s cannot have",
    (declared) => {
      assert.deepStrictEqual(dueIn(declared, "2026-02-10", deprecate("CLASS"), remove("MENU")), from110)
    }
  )
})
