import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { renderDataFile } from "../../../../src/site/files/WriteSite.ts"

/** What a script passes to the application. */
const passed = (script: string): ReadonlyArray<unknown> => {
  const calls: Array<unknown> = []
  runInNewContext(script, { explorerData: (...given: ReadonlyArray<unknown>) => calls.push(...given) })
  return calls
}

describe("renderDataFile", () => {
  it.each(["'); alert(1); ('", "\\", "\\'", "\n", "\r\n", "\u2028\u2029", "</script>", "${x}`", "\u202Eabc", "😀"])(
    "passes a hostile text unchanged: %j",
    (text) => {
      assert.deepStrictEqual(passed(renderDataFile("items", text)), ["items", text])
    }
  )

  it.prop("passes any text unchanged, in one statement on one line", [Schema.String], ([text]) => {
    const script = renderDataFile("v1.0.0", text)
    assert.deepStrictEqual(passed(script), ["v1.0.0", text])
    assert.notMatch(script.trimEnd(), /[\n\r\u2028\u2029]/u)
  })
})
