import { assert, describe, it } from "@effect/vitest"
import { codeStyle } from "../../../../../src/domain/checks/source/CodeStyle.ts"
import { duplicate, type DuplicateContext } from "../../../../../src/domain/checks/source/Duplicate.ts"
import { duplicateLabel } from "../../../../../src/domain/checks/source/DuplicateLabel.ts"
import { duplicateRule } from "../../../../../src/domain/checks/source/DuplicateRule.ts"
import { fileName, type FileNameContext } from "../../../../../src/domain/checks/source/FileName.ts"
import { missingKey, unknownKey } from "../../../../../src/domain/checks/source/Keys.ts"
import { languageTag, unknownLanguage } from "../../../../../src/domain/checks/source/LanguageTags.ts"
import { noValues } from "../../../../../src/domain/checks/source/NoValues.ts"
import {
  encoding,
  ignoredFile,
  link,
  missingFile,
  notAFile,
  size,
  uncommittedChanges
} from "../../../../../src/domain/checks/source/SourceFiles.ts"

describe("source/duplicate", () => {
  const cases: ReadonlyArray<readonly [DuplicateContext, message: string, help: string]> = [
    [
      { problem: "key", key: "label" },
      'Duplicate key "label"',
      "Keep the one with the right value, and remove the other."
    ],
    [
      { problem: "key", key: "label", is_repeated: true },
      'Duplicate key "label"',
      "Remove this one: it only repeats the other."
    ],
    [
      { problem: "keys", keys: ["code", "name"] },
      'Duplicate keys "code" and "name"',
      "Keep those with the right values, and remove the others."
    ],
    [
      { problem: "keys", keys: ["code", "name"], is_repeated: true, move_to: "licenses/NEWS.yaml" },
      'Duplicate keys "code" and "name"',
      "Remove them from here on: they only repeat what is above."
    ],
    [
      { problem: "keys", keys: ["code", "name"], move_to: "licenses/NEWS.yaml" },
      'Duplicate keys "code" and "name"',
      "Move them to a file of their own, licenses/NEWS.yaml."
    ],
    [{ problem: "code", code: "news", other: "news" }, 'Duplicate code "news"', "Give one of the two another code."],
    [
      { problem: "code", code: "news", other: "NEWS" },
      'The codes "NEWS" and "news" differ only in case',
      "Give one of the two another code."
    ],
    [
      { problem: "entry", code: "news", first_line: 4, keys: [] },
      'Duplicate entry "news": it is already on line 4',
      "Remove one of the two."
    ],
    [
      { problem: "entry", code: "news", first_line: 4, keys: ["label", "description"] },
      'Duplicate entry "news": it is already on line 4',
      "Move label and description to that entry, and remove this one."
    ],
    [
      { problem: "replacement", replacement: "press" },
      'Duplicate replacement "press" in replaced_by',
      "Remove one of the two."
    ],
    [
      { problem: "waiver", rule: "code/reused", subject: "NEWS", version: "2.0.0" },
      "Duplicate waiver of code/reused for NEWS in 2.0.0",
      "Remove one of the two."
    ],
    [
      { problem: "value", dimension: "use_type", value: "news" },
      'Duplicate value "news" in use_type',
      "Remove one of the two."
    ],
    [
      { problem: "name", license: "tone", dimension: "tone" },
      'The license "tone" and the dimension "tone" have the same name',
      "Rename one of the two: findings, waivers and the history refer to both by name only."
    ],
    [
      { problem: "name", license: "TONE", dimension: "tone" },
      'The license "TONE" and the dimension "tone" have names that differ only in case',
      "Rename one of the two: findings, waivers and the history refer to both by name only."
    ]
  ]

  it.each(cases)("tells what is there twice, and which to keep: %j", (context, message, help) => {
    assert.strictEqual(duplicate.message(context), message)
    assert.strictEqual(duplicate.help(context), help)
  })
})

describe("source/file-name", () => {
  const mismatch = { problem: "mismatch", file_name: "NEWS", key: "code", name: "PRESS" } as const
  const misplaced = { problem: "misplaced", kind: "license", move_to: "licenses/NEWS.yaml" } as const
  const unexpected = { problem: "unexpected", file: "notes.yaml", rename_to: null, suggestion: null } as const
  const cases: ReadonlyArray<readonly [FileNameContext, message: string, help: string]> = [
    [
      mismatch,
      'The file is named NEWS.yaml, but its code is "PRESS"',
      "If the code is right, rename the file to PRESS.yaml. Otherwise write code: NEWS."
    ],
    [
      { ...mismatch, is_taken: true },
      'The file is named NEWS.yaml, but its code is "PRESS", which another file has',
      "Write code: NEWS"
    ],
    [
      { ...mismatch, file_name: "Copy of PRESS", is_taken: true },
      'The file is named Copy of PRESS.yaml, but its code is "PRESS", which another file has',
      "Remove the file if it is only a copy. Otherwise give it the name of a new code, and write that code in it."
    ],
    [
      { ...mismatch, file_name: "(1)PRESS", is_taken: true },
      'The file is named (1)PRESS.yaml, but its code is "PRESS", which another file has',
      "Remove the file if it is only a copy. Otherwise give it the name of a new code, and write that code in it."
    ],
    [
      { ...mismatch, file_name: "Copy of PRESS" },
      'The file is named Copy of PRESS.yaml, but its code is "PRESS"',
      "Rename the file to PRESS.yaml."
    ],
    [
      { ...mismatch, file_name: "AI_Use", key: "name", name: "ai_use" },
      'The file is named AI_Use.yaml, but its name is "ai_use"',
      "Rename the file to ai_use.yaml."
    ],
    [
      { ...mismatch, file_name: "Avatar", key: "id", name: "avatar" },
      'The file is named Avatar.yaml, but its id is "avatar"',
      "Rename the file to avatar.yaml."
    ],
    [misplaced, "This file is a license, but is not in the folder for that", "Move it to licenses/NEWS.yaml."],
    [
      { ...misplaced, is_taken: true },
      "This file is a license, but is not in the folder for that",
      "Remove it, or give it another name: licenses/NEWS.yaml exists."
    ],
    [
      { problem: "reserved", key: "code", name: "CON" },
      '"CON" cannot be a file name, because Windows reserves it for a device',
      "Choose another code, such as CON_."
    ],
    [
      unexpected,
      "notes.yaml is not a file of the taxonomy",
      "Move it to dimensions/, licenses/ or rules/, or out of the source folder."
    ],
    [
      { ...unexpected, suggestion: "taxonomy.yaml" },
      "notes.yaml is not a file of the taxonomy",
      'Did you mean "taxonomy.yaml"?'
    ],
    [
      { ...unexpected, rename_to: "taxonomy.yaml" },
      "notes.yaml is not a file of the taxonomy",
      "Rename it to taxonomy.yaml."
    ],
    [
      { ...unexpected, file: "old/NEWS.yaml", rename_to: "licenses/NEWS.yaml" },
      "old/NEWS.yaml is not a file of the taxonomy",
      "Move it to licenses/NEWS.yaml, or out of the source folder."
    ],
    [
      { ...unexpected, rename_to: "taxonomy.yaml", is_taken: true },
      "notes.yaml is not a file of the taxonomy",
      "Remove it, or give it another name: taxonomy.yaml exists."
    ]
  ]

  it.each(cases)("tells which name is wrong, and a right one: %j", (context, message, help) => {
    assert.strictEqual(fileName.message(context), message)
    assert.strictEqual(fileName.help(context), help)
  })
})

describe("source/unknown-key", () => {
  const facts = { key: "lable", known: ["label", "description"], suggestion: null, expected: null }

  it.each(["since", "date", "removed_in", "sunset", "version"])(
    "says that the ledger dates a deprecation: %s",
    (key) => {
      const known = ["replaced_by", "reason"]
      assert.strictEqual(
        unknownKey.help({ ...facts, key, known }),
        "The ledger records the release and the date of a deprecation, and the earliest removal follows from them. Remove this key."
      )
      assert.strictEqual(
        unknownKey.help({ ...facts, key: "replacements", known }),
        "Remove it, or use one of replaced_by, reason."
      )
    }
  )

  it.each([
    [facts, "Remove it, or use one of label, description."],
    [{ ...facts, known: [] }, "Remove it."],
    [{ ...facts, known: [], expected: "a language tag" }, "The key must be a language tag."],
    [{ ...facts, suggestion: "label" }, 'Did you mean "label"?'],
    [{ ...facts, key: "parent" }, "Write the kinds above a value as a list, broader: [CODE], in the narrower value."],
    [
      { ...facts, is_demand: true, suggestion: "label" },
      "Write what the rule demands under require:, and the case in which it does under when:, each with conditions by dimension. A rule cannot permit."
    ],
    [{ ...facts, is_code: true, suggestion: "label" }, "Write code: lable, and the label and description below it."],
    [
      { ...facts, translation: { field: "label", language: "fr" }, suggestion: "label" },
      "Write the translation as translations: { fr: { label: … } }."
    ]
  ])("has help for %j", (context, help) => {
    assert.strictEqual(unknownKey.message(context), `Unknown key "${context.key}"`)
    assert.strictEqual(unknownKey.help(context), help)
  })

  it.each(["reason", "replaced_by"])("tells that %s belongs to a deprecation, if one can be there", (key) => {
    assert.strictEqual(
      unknownKey.help({ ...facts, key, known: ["label", "deprecated"] }),
      `Write deprecated: on a line of its own before it, and indent ${key} below that.`
    )
    assert.strictEqual(unknownKey.help({ ...facts, key }), "Remove it, or use one of label, description.")
  })

  it("names a character that nobody sees", () => {
    const context = { ...facts, key: "label\u200b" }
    assert.strictEqual(unknownKey.message(context), 'The key "label" contains a zero-width space (U+200B) after label')
    assert.strictEqual(unknownKey.help(context), "Remove this character.")
    assert.strictEqual(unknownKey.help({ ...context, suggestion: "label" }), 'Did you mean "label"?')
  })
})

describe("a finding about a file of the sources", () => {
  const file = "licenses/NEWS.yaml"

  it("tells how to save or replace the file", () => {
    assert.strictEqual(encoding.message({ file }), `${file} is not valid UTF-8`)
    assert.strictEqual(
      encoding.help({ file }),
      "Save it as UTF-8. Most editors show the encoding next to the file name."
    )
    const archive = { file, is_archive: true } as const
    assert.strictEqual(encoding.message(archive), "This file is a Word document or another archive, not text")
    assert.strictEqual(encoding.help(archive), "Save its text as a plain text file in UTF-8.")
    assert.strictEqual(link.message({ file }), `${file} is a link`)
    assert.strictEqual(
      link.help({ file }),
      "Replace it with the file or folder itself: a link can lead to other content on another machine."
    )
    assert.strictEqual(notAFile.message({ file }), `${file} is a pipe, a socket or a device`)
    assert.strictEqual(notAFile.help({ file }), "Remove it, or replace it with a file.")
    const large = { file, bytes: 2_000_000, max_bytes: 1_000_000 }
    assert.strictEqual(size.message(large), `${file} is too large: it has 2000000 bytes, at most 1000000 are read`)
    assert.strictEqual(size.help(large), "Split the dimension, or shorten its texts.")
  })

  it("tells how to make it a source", () => {
    const facts = { file: "licenses/NEWS.yml", rename_to: file, is_taken: false }
    assert.strictEqual(
      ignoredFile.message(facts),
      "licenses/NEWS.yml has no effect: only files that end in .yaml are sources"
    )
    assert.strictEqual(ignoredFile.help(facts), `Rename it to ${file}, or move it out of the source folder.`)
    assert.strictEqual(
      ignoredFile.help({ ...facts, file: "licenses/EDU.docx" }),
      `Save its text as ${file}, or move it out of the source folder.`
    )
    assert.strictEqual(
      ignoredFile.help({ ...facts, is_taken: true }),
      "Delete it, or move it out of the source folder."
    )
  })

  it.each([
    ["changed", "has uncommitted changes"],
    ["untracked", "is not committed"],
    ["ignored", "is not committed because git ignores it"]
  ] as const)("tells that the file is %s", (state, predicate) => {
    assert.strictEqual(uncommittedChanges.message({ file, state }), `${file} ${predicate}`)
    assert.strictEqual(
      uncommittedChanges.help({ file, state }),
      state === "ignored"
        ? "Add it to git and commit it, or move it out of the folder, because taxonomy check reads it."
        : "Commit it: releases are made from commits. Use taxonomy check for files that are not committed."
    )
  })

  it("names a missing file, unless there is none at all", () => {
    assert.strictEqual(missingFile.message({ file: "taxonomy.yaml", files: 3 }), "Missing file taxonomy.yaml")
    assert.strictEqual(missingFile.message({ file: "taxonomy.yaml", files: 0 }), "The folder contains no sources")
    assert.strictEqual(
      missingFile.help({ file: "taxonomy.yaml", files: 0 }),
      "Add taxonomy.yaml with namespace, title, description and version."
    )
  })
})

describe("a finding about an item of the sources", () => {
  it("names the keys that it lacks", () => {
    assert.strictEqual(missingKey.message({ key: "label" }), 'Missing key "label"')
    assert.strictEqual(missingKey.help({ key: "label" }), "Add label: here.")
    const several = { key: "label", keys: ["label", "description"] }
    assert.strictEqual(missingKey.message(several), 'Missing keys "label" and "description"')
    assert.strictEqual(missingKey.help(several), "Add label: and description: here.")
  })

  it("names the other item that it is too similar to", () => {
    const rule = { rule: "no-ads", other: "never-ads" }
    assert.strictEqual(duplicateRule.message(rule), "The conflict rule no-ads has the same conditions as never-ads")
    assert.strictEqual(
      duplicateRule.help(rule),
      "Change the conditions of no-ads, or remove it: never-ads forbids the same."
    )
    const label = { item: "use_type/press", field: "label", label: "News", other: "use_type/news" } as const
    assert.strictEqual(
      duplicateLabel.message(label),
      'The label of use_type/press is also that of use_type/news: "News"'
    )
    assert.strictEqual(duplicateLabel.help(label), "Write another label for one of the two.")
  })

  it("names the style of the other codes", () => {
    const facts = { item: "use_type/newsRoom", code: "newsRoom", others: ["press", "radio"], suggestion: null }
    assert.strictEqual(
      codeStyle.message(facts),
      "The code newsRoom is written otherwise than the others, such as press, radio"
    )
    assert.strictEqual(codeStyle.help(facts), "Write it like the others: a published code can never be changed.")
    assert.strictEqual(
      codeStyle.help({ ...facts, suggestion: "news_room" }),
      "Write news_room: a published code can never be changed."
    )
  })

  it("tells that a dimension has no values", () => {
    assert.strictEqual(noValues.message({ dimension: "tone" }), "The dimension tone has no values")
    assert.strictEqual(
      noValues.help({ dimension: "tone" }),
      "Add its values, or remove the dimension until there are some."
    )
  })

  it("tells how a language tag is written", () => {
    const general = "Write a BCP 47 language tag, such as fr or pt-BR."
    const invalid = { tag: "f", canonical: null, suggestion: null }
    assert.strictEqual(languageTag.message(invalid), '"f" is not a language tag')
    assert.strictEqual(languageTag.help(invalid), general)
    const other = { tag: "pt-br", canonical: "pt-BR", suggestion: null }
    assert.strictEqual(languageTag.message(other), 'The language tag "pt-br" is not in its canonical form')
    assert.strictEqual(languageTag.help(other), "Write pt-BR.")
    assert.strictEqual(languageTag.help({ ...invalid, tag: "french", suggestion: "fr" }), "Did you mean fr?")
    assert.strictEqual(
      unknownLanguage.message({ tag: "xx", suggestion: null }),
      'The language of the tag "xx" is unknown'
    )
    assert.strictEqual(unknownLanguage.help({ tag: "xx", suggestion: null }), general)
    assert.strictEqual(unknownLanguage.help({ tag: "greek", suggestion: "el" }), "Did you mean el?")
  })
})
