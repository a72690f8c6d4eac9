import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { visibleText } from "../../report/text/PlainText.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { terminalWidth } from "./Terminal.ts"

/** Prints lines without control characters, wrapped to the terminal. What a line continues on is indented further than the line. */
export const printLines = (lines: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.flatMap(terminalWidth, (width) =>
    Console.log(
      lines
        .flatMap((line) => visibleText(line).split("\n"))
        .map((line) => {
          const text = line.trimStart()
          const first = line.slice(0, line.length - text.length)
          return text === "" ? "" : wrapText(text, width, { first, rest: `${first}  ` })
        })
        .join("\n")
    )
  )
