import * as Result from "effect/Result"
import type { Finding } from "../domain/diagnostic/Finding.ts"
import { decide, type Decision, type Publish } from "../domain/release/PublishRelease.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { baseOf } from "../domain/release/VersionPlan.ts"
import { chooseFormat } from "../release/artifacts/FormatChoice.ts"
import { compile } from "./Compile.ts"
import type { ReadSource } from "./sources/SourceReader.ts"
import type { SourceTree } from "./sources/SourceTree.ts"

/** Compiles the sources and returns the decision as a function of the history. Fails with findings about the sources. */
export const decideFromSources = (
  tree: SourceTree,
  context: Pick<Publish, "published_at" | "now" | "source_commit">,
  read?: ReadSource
): Result.Result<(history: ReleaseHistory) => Decision, ReadonlyArray<Finding>> =>
  Result.map(compile(tree, read), (sources) => (history) => {
    const format = chooseFormat(baseOf(history, sources.version), sources.taxonomy)
    return decide(history, { ...sources, ...context, format })
  })
