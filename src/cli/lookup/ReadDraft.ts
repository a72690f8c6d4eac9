import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { compile } from "../../build/Compile.ts"
import { locate, makeLocator, type Roots } from "../../build/diagnostics/SourceLocation.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { makeUnreadableReport } from "../../report/Report.ts"
import type { ReportFormat } from "../../report/Reporters.ts"
import { printReport } from "../terminal/Output.ts"
import { withReadingProgress } from "../terminal/ReadingProgress.ts"
import { readHistory } from "./ReadHistory.ts"

/** Reads the working tree and the releases. Prints the findings of sources that cannot be read, and fails. */
export const readDraft = Effect.fnUntraced(function* (
  command: string,
  { format, releases, src }: { readonly src: string; readonly releases: string; readonly format: ReportFormat }
) {
  const tree = yield* readWorkingTree(src)
  const roots: Roots = { sources: src, releases }
  const compiled = yield* withReadingProgress(tree, (read) => compile(tree, read))
  if (Result.isFailure(compiled)) {
    yield* printReport(makeUnreadableReport(command, locate(tree, roots, compiled.failure)), format)
    return yield* Effect.die("A report of unreadable sources has errors")
  }
  const history = yield* readHistory(releases)
  const placeOf = makeLocator(tree, roots)
  return { sources: compiled.success, history, placeOf }
})
