import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import { endMajor, withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import type { ReleaseEvent } from "../../../src/domain/release/ReleaseEvent.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../../src/domain/release/ReleaseHistory.ts"
import { majorsOf } from "../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { pick, whole } from "../arbitrary/pick.ts"
import { approved, attemptOf, stepped, steps, timeAfter, type Attempt, type StepRecipe } from "./RandomHistories.ts"
import { publishedEvent } from "./ReleaseScenario.ts"
import { start } from "./TaxonomyEdits.ts"

/** All that happened to a taxonomy: every attempt to publish, and the events that were recorded. */
export interface Lifecycle {
  readonly attempts: ReadonlyArray<Attempt>
  readonly events: ReadonlyArray<ReleaseEvent>
  readonly history: ReleaseHistory
}

interface LifecycleStep extends StepRecipe {
  readonly what: "publish" | "publish with waivers" | "withdraw" | "end"
  /** How many days the date lies before that of the step before. */
  readonly backdated: number
}

const lifecycleSteps: Arbitrary.Arbitrary<LifecycleStep> = Arbitrary.map(
  Arbitrary.all({
    step: steps,
    what: pick(
      ...Array.from({ length: 9 }, () => "publish" as const),
      ...Array.from({ length: 4 }, () => "publish with waivers" as const),
      "withdraw",
      "end"
    ),
    backdated: pick("0", "0", "0", "0", "0", "1", "40", "200").pipe(Arbitrary.map(Number)),
    major: whole(0, 7)
  }),
  ({ backdated, major, step, what }) => ({
    ...step,
    what,
    backdated,
    ...(major === 0 ? { bump: "major" as const } : {})
  })
)

/**
 * Histories with all that may happen to releases: they begin before or at 1.0.0, an older major gets further releases, a
 * person approves what the rules refuse, releases are withdrawn, majors end, and commits carry dates of the past.
 */
export const lifecycles: Arbitrary.Arbitrary<Lifecycle> = Arbitrary.map(
  Arbitrary.all({
    first: pick("1.0.0", "1.0.0", "0.1.0", "0.9.3").pipe(Arbitrary.map((text) => Version.make(text))),
    tried: Arbitrary.array(lifecycleSteps, { minLength: 12, maxLength: 24 })
  }),
  ({ first, tried }) => {
    const attempt = attemptOf(emptyHistory, start, first, timeAfter(0, 12))
    let told: Lifecycle = { attempts: [attempt], ...recorded({ history: emptyHistory, events: [] }, eventsOf(attempt)) }
    let day = 0
    for (const step of tried) {
      day += step.days
      told = happen(told, step, timeAfter(Math.max(0, day - step.backdated), step.hour))
    }
    return told
  }
)

const happen = (told: Lifecycle, step: LifecycleStep, date: string): Lifecycle => {
  const { attempts, history } = told
  switch (step.what) {
    case "withdraw": {
      const version = [...history.releases.keys()][step.line % history.releases.size]
      return version === undefined
        ? told
        : { attempts, ...recorded(told, eventOf(withdraw(history, { version, date, reason: "It is wrong." }))) }
    }
    case "end": {
      const major = majorsOf(history)[0]
      return major === undefined
        ? told
        : { attempts, ...recorded(told, eventOf(endMajor(history, { major, date, reason: "It is old." }))) }
    }
    case "publish":
    case "publish with waivers": {
      const attempt = stepped(history, step, date)
      const tried = step.what === "publish" ? [attempt] : [attempt, ...approved(attempt)]
      const events = tried.flatMap(eventsOf)
      return { attempts: [...attempts, ...tried], ...recorded(told, events) }
    }
  }
}

const recorded = (
  { events, history }: Pick<Lifecycle, "events" | "history">,
  added: ReadonlyArray<ReleaseEvent>
): Pick<Lifecycle, "events" | "history"> => ({
  events: [...events, ...added],
  history: added.reduce(evolve, history)
})

const eventsOf = ({ decision: { outcome } }: Attempt): ReadonlyArray<ReleaseEvent> =>
  outcome._tag === "Publish" ? [publishedEvent(outcome.release)] : []

const eventOf = <E extends ReleaseEvent>(decision: Result.Result<E, unknown>): ReadonlyArray<E> =>
  Result.isSuccess(decision) ? [decision.success] : []
