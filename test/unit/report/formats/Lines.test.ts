import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { renderLines } from "../../../../src/report/formats/Lines.ts"
import { hostileReport } from "../HostileReports.ts"

describe("the format lines", () => {
  it.effect.prop("prints one line per finding, whatever the texts are, and the verdict", [hostileReport], ([report]) =>
    Effect.gen(function* () {
      const text = yield* Effect.promise(async () => renderLines(report))
      const lines = text.split("\n")
      const found = lines.filter((line) => /^(?:.*:\d+:\d+: )?(?:error|warning): .* \[[a-z-]+\/[a-z-]+\]$/u.test(line))
      assert.strictEqual(found.length, report.findings.length)
      assert.notMatch(lines.join(""), /[\p{Cc}\p{Bidi_Control}]/u)
    })
  )
})
