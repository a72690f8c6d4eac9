import { assert, describe, it } from "vitest"
import { readChangedLines } from "../../../../scripts/mutants/ChangedLines.ts"

describe("changed lines", () => {
  it("are the added ones of each hunk, without those of removed files and hunks that only remove", () => {
    const diff = `diff --git src/a.ts src/a.ts
--- src/a.ts
+++ src/a.ts
@@ -3 +3 @@ const before = 1
-old
+new
@@ -10,2 +11,3 @@
-one
-two
+one
+@@ -1 +1 @@ is a text
+three
@@ -20,2 +22,0 @@
-gone
-gone
diff --git src/gone.ts src/gone.ts
--- src/gone.ts
+++ /dev/null
@@ -1,2 +0,0 @@
-gone
-gone
diff --git src/new.ts src/new.ts
--- /dev/null
+++ src/new.ts
@@ -0,0 +1,4 @@
+all
`
    assert.deepStrictEqual(readChangedLines(diff), [
      { file: "src/a.ts", first: 3, last: 3 },
      { file: "src/a.ts", first: 11, last: 13 },
      { file: "src/new.ts", first: 1, last: 4 }
    ])
  })
})
