import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { renderChecksJson, renderChecksMarkdown, renderChecksPretty } from "../../report/CheckReference.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { terminalWidth } from "../terminal/TerminalWidth.ts"
import type { RulesInput } from "./Rules.ts"

const renderers = { json: renderChecksJson, markdown: renderChecksMarkdown } as const

/** Prints the list of checks. */
export const runRules = Effect.fnUntraced(function* ({ format }: RulesInput) {
  if (format !== "pretty") return yield* Console.log(renderers[format]())
  const width = yield* terminalWidth
  const lines = renderChecksPretty().split("\n")
  yield* Console.log(lines.map((line) => wrapText(line, width, { first: "", rest: "    " })).join("\n"))
})
