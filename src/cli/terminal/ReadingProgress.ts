import * as Effect from "effect/Effect"
import type { ReadSource } from "../../build/sources/SourceReader.ts"
import type { SourceTree } from "../../build/sources/SourceTree.ts"
import { withProgress } from "../../platform/Progress.ts"

/** Has sources read one by one with a reader that tells of each. */
export const readingProgress = <A>(
  tree: SourceTree,
  read: ReadSource,
  readAll: (read: ReadSource) => A
): Effect.Effect<A> =>
  withProgress("Reading sources", tree.length, (done) =>
    Effect.sync(() =>
      readAll((entry) => {
        const content = read(entry)
        done()
        return content
      })
    )
  )
