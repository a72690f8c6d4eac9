import type { SoakEvent, Stage } from "./events/SoakEvent.ts"
import { pauseWhile } from "./PauseWhile.ts"
import type { EventReport } from "./report/SoakReport.ts"
import type { Resource, Step } from "./schedule/Schedule.ts"

export interface EventRun<S> {
  readonly stage: S
  readonly events: ReadonlyArray<SoakEvent<S>>
  readonly steps: ReadonlyArray<Step>
  /** The resources that an event uses at the moment. */
  readonly busy: Set<Resource>
  /** False if no event is to begin any more. Faults are ended all the same. */
  readonly mayBegin: () => boolean
  readonly describe: () => Promise<Pick<EventReport, "degraded" | "metrics">>
  readonly onEvent: (report: EventReport) => void
}

/** Takes the steps of a schedule in their order, none before its time. Fails if the servers do not react as they should. */
export const runEvents = async <S extends Pick<Stage, "world">>(run: EventRun<S>): Promise<void> => {
  const { busy, describe, events, mayBegin, onEvent, stage, steps } = run
  const started = performance.now()
  const seconds = (): number => (performance.now() - started) / 1000
  let previous = 0
  for (const { action, at: planned, event: name } of steps) {
    const event = events.find((each) => each.name === name)
    if (event === undefined) throw new Error(`There is no event ${name}`)
    if (action === "begin" ? !mayBegin() : !stage.world.faults.has(name)) continue
    // A step that took long delays the following ones, so that they keep their distance.
    const due = Math.max(planned - previous, 0)
    previous = planned
    await pauseWhile(mayBegin, due)
    if (action === "begin" && !mayBegin()) continue

    const at = seconds()
    if (event.isFault) stage.world.faults.add(name)
    for (const resource of event.uses) busy.add(resource)
    await (action === "begin" ? event.begin(stage) : event.end?.(stage))
    if (action === "end") stage.world.faults.delete(name)
    onEvent({ name, action, at, seconds: seconds() - at, ...(await describe()) })
    if (action === "end" || !event.isFault) for (const resource of event.uses) busy.delete(resource)
  }
}
