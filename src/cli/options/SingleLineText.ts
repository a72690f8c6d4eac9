import * as Schema from "effect/Schema"
import { Text } from "../../domain/taxonomy/Text.ts"

const maximumLength = 500

/** A line of text that a person wrote. Records are shown in lines and columns: a break would look like another one. */
export const Line = Text.check(
  Schema.isMaxLength(maximumLength),
  Schema.isPattern(/^[^\n\t\u2028\u2029]*$/, { expected: "one line of text" }),
  Schema.isPattern(/^(?:[\u200c\u200d]|\P{Cf})*$/u, {
    expected: "text without invisible characters, such as those that change the direction of writing",
    hint: "Remove the character, often one that came along when the text was pasted."
  })
)
