import * as Schema from "effect/Schema"
import { Text } from "../../domain/taxonomy/Text.ts"

const maxLength = 500

/** One line of text for records, which are printed in lines and columns: a line break would look like another record. */
export const SingleLineText = Text.check(
  Schema.isMaxLength(maxLength),
  Schema.isPattern(/^[^\n\t\u2028\u2029]*$/, { expected: "one line of text" }),
  Schema.isPattern(/^(?:[\u200c\u200d]|\P{Cf})*$/u, {
    expected: "text without invisible characters, such as those that change the writing direction",
    hint: "Remove the character. Pasted text often contains one."
  })
)
