import { assert, describe, it } from "@effect/vitest"
import { makeIsValidBefore } from "../../../../src/domain/contracts/CommonTerms.ts"
import type { ContractRelease } from "../../../../src/domain/contracts/ContractRelease.ts"
import { vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"

const isValidBefore = (before: ContractRelease, after: ContractRelease, config: unknown): boolean =>
  makeIsValidBefore(vocabularyOf(before.dimensions, before.rules), vocabularyOf(after.dimensions, after.rules))(config)

const rule = { id: "never", description: "Never A.", forbid: { use: { contains: "A" } } }

describe("makeIsValidBefore", () => {
  const before = contractRelease("1.0.0", { use: "multiple A B", more: "single X" }, { rules: [rule] })

  it("knows the configs of dimensions that took the same or more before", () => {
    const after = contractRelease(
      "2.0.0",
      { use: "multiple A", more: "multiple X" },
      { rules: [rule], required: ["use"] }
    )
    assert.isTrue(isValidBefore(before, after, { use: ["A"] }))
    assert.isFalse(isValidBefore(before, after, { more: ["X"] }))
    assert.isFalse(isValidBefore(before, after, []))
  })

  it("does not know configs with a dimension that takes more, or that is new", () => {
    const after = contractRelease(
      "1.1.0",
      { use: "multiple A B C", more: "single X", new: "flags Y" },
      { rules: [rule] }
    )
    assert.isTrue(isValidBefore(before, after, { more: "X" }))
    assert.isFalse(isValidBefore(before, after, { use: ["A"], more: "X" }))
    assert.isFalse(isValidBefore(before, after, { new: {} }))
  })

  it("knows nothing if a rule or a requirement went, or a rule changed", () => {
    const texts = { use: "multiple A B", more: "single X" }
    const other = { ...rule, forbid: { use: { contains: "B" } } }
    for (const after of [contractRelease("1.1.0", texts), contractRelease("1.1.0", texts, { rules: [other] })]) {
      assert.isFalse(isValidBefore(before, after, { more: "X" }))
    }
    const strict = contractRelease("1.0.0", texts, { required: ["use"], rules: [rule] })
    assert.isFalse(isValidBefore(strict, before, { more: "X" }))
  })
})
