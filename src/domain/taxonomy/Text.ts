import * as Schema from "effect/Schema"

// Control characters would break a terminal or a header; a lone surrogate has no UTF-8 form, so no digest either.
const printable = /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u

/** What people read: not empty, no control characters but line breaks and tabs, well-formed Unicode. */
export const Text = Schema.String.check(
  // What is empty breaks the last rule too, and one of the two is enough to say.
  Schema.isNonEmpty({ expected: "text", hint: "Write the text." }).abort(),
  Schema.isPattern(printable, {
    expected: "text without control characters or broken Unicode",
    hint: "Remove the character, often one that came along when the text was pasted."
  }),
  Schema.isPattern(/\S/u, { expected: "text that is more than white space", hint: "Write the text." })
)
