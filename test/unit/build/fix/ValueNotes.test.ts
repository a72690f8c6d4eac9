import { describe, expect, it } from "vitest"
import { keepNote } from "../../../../src/build/fix/ValueNotes.ts"
import { applySplices } from "../../../../src/edit/Splice.ts"

/** The text in which a value is replaced, with the note behind the value. */
const replace = (text: string, value: string, replacement: string): string | undefined => {
  const start = text.indexOf(value)
  const splice = keepNote(text, { start, end: start + value.length, text: replacement })
  return splice && applySplices(text, [splice])
}

describe("keepNote", () => {
  it.for([
    ["shape: multi // for now\nnext: 1\n", "multi // for now", "shape: multiple # for now\nnext: 1\n"],
    ["shape: multi // for now", "multi // for now", "shape: multiple # for now"],
    ["shape: multi /* for now */\n", "multi /* for now */", "shape: multiple # for now\n"],
    ["shape: 'multi // for now'\n", "'multi // for now'", "shape: multiple # for now\n"],
    ["shape: multi // now # ever\n", "multi // now", "shape: multiple # now # ever\n"],
    ["shape: multi //\n", "multi //", "shape: multiple\n"],
    ["map: { shape: multi // now }\n", "multi // now", "map: { shape: multiple } # now\n"],
    ["shape: multi\n", "multi", "shape: multiple\n"],
    ["link: http://multi\n", "http://multi", "link: multiple\n"]
  ])("makes a note a comment at the end of its line: %j", ([text = "", value = "", expected = ""], { expect }) => {
    expect(replace(text, value, "multiple")).toBe(expected)
  })

  it("replaces nothing if a comment would hide what follows", () => {
    expect(replace('[multi // now, "b", c\n]', "multi // now", "multiple")).toBeUndefined()
    expect(replace("[multi // now, b,\n  c]", "multi // now", "multiple")).toBeUndefined()
  })

  it("keeps the note behind a replacement with a slash", () => {
    expect(replace("by: tone\\soft // now\n", "tone\\soft // now", "tone/soft")).toBe("by: tone/soft # now\n")
  })

  it("keeps a replacement that has the note itself", () => {
    expect(replace("shape: multi // now\n", "multi // now", '"multi // now"')).toBe('shape: "multi // now"\n')
  })
})
