import * as Effect from "effect/Effect"
import { readSource, type ReadSource } from "../../build/sources/SourceReader.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { withProgress } from "../../platform/Progress.ts"

/** Calls `readAll` with a reader that reports each source that it has read. */
export const withReadingProgress = <A>(tree: SourceTree, readAll: (read: ReadSource) => A): Effect.Effect<A> =>
  withProgress("Reading sources", tree.length, (advance) =>
    Effect.sync(() =>
      readAll((entry) => {
        const content = readSource(entry)
        advance()
        return content
      })
    )
  )
