import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * The address of the repository's files, from `TAXONOMY_LINK_BASE`: that of a commit, so that lines stay where they are.
 * `undefined` without it.
 */
export const linkBaseOfEnvironment: Effect.Effect<string | undefined> = Config.option(
  Config.String("TAXONOMY_LINK_BASE")
).pipe(
  Effect.orElseSucceed(Option.none<string>),
  Effect.map((given) => parseLinkBase(Option.getOrElse(given, () => "")))
)

/** An address without what would end a link in Markdown. */
export const parseLinkBase = (text: string): string | undefined =>
  /^https?:\/\/[\w.:-]+(?:\/[\w.~%+@-]+)*\/?$/.test(text) ? text.replace(/\/$/, "") : undefined
