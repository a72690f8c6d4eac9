import * as Result from "effect/Result"
import { decide, type Decision, type Publish } from "../domain/Decide.ts"
import type { Finding } from "../domain/Finding.ts"
import type { History } from "../domain/History.ts"
import { currentFormat } from "../release/Renderers.ts"
import { compile } from "./Compile.ts"
import type { ReadSource } from "./ReadSource.ts"
import type { SourceTree } from "./SourceTree.ts"

/** From sources to the decision over a history that is yet to be read; fails with what the sources are wrong about. */
export const decision = (
  tree: SourceTree,
  context: Pick<Publish, "published_at" | "now" | "source_commit">,
  read?: ReadSource
): Result.Result<(history: History) => Decision, ReadonlyArray<Finding>> =>
  Result.map(
    compile(tree, read),
    (sources) => (history) => decide(history, { ...sources, ...context, format: currentFormat })
  )
