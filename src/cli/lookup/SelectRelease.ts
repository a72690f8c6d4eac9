import * as Effect from "effect/Effect"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { releasesBySelector, withoutPrefix } from "../../domain/release/VersionSelectors.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import { nothingPublished } from "../terminal/Output.ts"

interface Choice {
  readonly history: ReleaseHistory
  /** The folder of the releases. */
  readonly releases: string
  /** What the option accepts besides a release. */
  readonly alternative?: string
}

/**
 * Selects a release as the API does: `v1.2.0`, or the newest of `v1.2` or `v1` that is not withdrawn, the `v` optional. An
 * error names the published releases.
 */
export const selectRelease = (
  selector: string,
  { alternative, history, releases }: Choice
): Effect.Effect<PublishedRelease, CommandRefused> => {
  const selected = releasesBySelector(history).get(withoutPrefix(selector))
  if (selected !== undefined) return Effect.succeed(selected)
  const published = [...history.releases.keys()]
  const isWithdrawn = published.some((version) => String(majorOf(version)) === withoutPrefix(selector))
  const problem = isWithdrawn ? `Every release of ${selector} was withdrawn` : `Release ${selector} does not exist`
  const choices = published.join(", ") + (alternative === undefined ? "" : `, or ${alternative}`)
  const hint = published.length === 0 ? nothingPublished(releases) : `Choose one of ${choices}.`
  return Effect.fail(commandRefused(`${problem}. ${hint}`))
}
