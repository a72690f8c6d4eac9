import { makeSeededRandom, shuffle } from "./SeededRandom.ts"

/** What an event changes or breaks. At any time, one event at most uses it. */
export type Resource = "keys" | "releases" | "limits" | "clock" | "reload"

/** What the schedule needs to know about an event. */
export interface Schedulable {
  readonly name: string
  readonly uses: ReadonlyArray<Resource>
  /** True if it has an end, so that it uses its resources until then. */
  readonly isFault: boolean
}

export interface Step {
  /** Seconds after the start. The step before it may make it later. */
  readonly at: number
  readonly action: "begin" | "end"
  readonly event: string
}

export interface ScheduleOptions {
  readonly seed: number
  /** Each round has every event once. */
  readonly rounds: number
  /** The seconds between two steps, at least and at most. */
  readonly gap: readonly [min: number, max: number]
  /** How long a fault lasts, likewise. */
  readonly hold: readonly [min: number, max: number]
}

/**
 * Plans rounds of all events in a random order. Events of different resources overlap; one that needs the resource of a
 * fault waits for its end.
 */
export const planSchedule = (
  events: ReadonlyArray<Schedulable>,
  { gap, hold, rounds, seed }: ScheduleOptions
): ReadonlyArray<Step> => {
  const random = makeSeededRandom(seed)
  const between = ([min, max]: readonly [number, number]): number => min + random() * (max - min)
  const steps: Array<Step> = []
  let open: ReadonlyArray<{ readonly event: Schedulable; readonly until: number }> = []
  let at = 0

  const endFaults = (isDue: (fault: (typeof open)[number]) => boolean): void => {
    for (const fault of open.filter(isDue).toSorted((left, right) => left.until - right.until)) {
      at = Math.max(at, fault.until)
      steps.push({ at, action: "end", event: fault.event.name })
      open = open.filter((other) => other !== fault)
    }
  }

  for (let round = 0; round < rounds; round++) {
    for (const event of shuffle(events, random)) {
      at += between(gap)
      endFaults(({ event: { uses }, until }) => until <= at || uses.some((resource) => event.uses.includes(resource)))
      steps.push({ at, action: "begin", event: event.name })
      if (event.isFault) open = [...open, { event, until: at + between(hold) }]
    }
  }
  endFaults(() => true)
  return steps
}
