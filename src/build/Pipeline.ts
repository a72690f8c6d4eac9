import * as Result from "effect/Result"
import type { Finding } from "../domain/Finding.ts"
import { decide, type Decision, type Publish } from "../domain/release/PublishRelease.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { formatOf, type FormatPreference } from "../release/artifacts/FormatChoice.ts"
import { compile } from "./Compile.ts"
import type { ReadSource } from "./sources/SourceReader.ts"
import type { SourceTree } from "./sources/SourceTree.ts"

/** Compiles the sources and returns the decision as a function of the history. Fails with findings about the sources. */
export const decideFromSources = (
  tree: SourceTree,
  {
    preferFormat = "lowest",
    ...context
  }: Pick<Publish, "published_at" | "now" | "source_commit"> & { readonly preferFormat?: FormatPreference },
  read?: ReadSource
): Result.Result<(history: ReleaseHistory) => Decision, ReadonlyArray<Finding>> =>
  Result.map(compile(tree, read), ({ warnings, ...sources }) => (history) => {
    const format = formatOf(history, sources, preferFormat)
    const decision = decide(history, { ...sources, ...context, format })
    return warnings.length === 0 ? decision : { ...decision, findings: [...warnings, ...decision.findings] }
  })
