import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Finding } from "../domain/Finding.ts"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
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

/**
 * The publication date of a release: `SOURCE_DATE_EPOCH` if it is set (reproducible-builds.org), otherwise the
 * committer date of the source commit, in Unix seconds.
 */
export const releaseDate = Effect.fnUntraced(function* (committedAt: number) {
  const override = Option.getOrUndefined(yield* Config.option(Config.String("SOURCE_DATE_EPOCH")))
  if (override !== undefined && !/^\d{1,11}$/.test(override)) return yield* new InvalidSourceDate({ text: override })
  return timestampOf(DateTime.makeUnsafe(Number(override ?? committedAt) * 1000))
})

/** `SOURCE_DATE_EPOCH` is not a number of seconds. */
class InvalidSourceDate extends Schema.TaggedError<InvalidSourceDate>()("InvalidSourceDate", {
  text: Schema.String
}) {
  override get message() {
    return `SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${this.text}"`
  }
}
