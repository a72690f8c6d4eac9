import { assert, describe, it } from "vitest"
import type { SoakEvent } from "../../../../scripts/soak/events/SoakEvent.ts"
import { runEvents } from "../../../../scripts/soak/RunEvents.ts"
import type { Resource, Step } from "../../../../scripts/soak/schedule/Schedule.ts"
import { SoakWorld } from "../../../../scripts/soak/world/SoakWorld.ts"

/** Runs steps without pauses. Returns what was taken, with the resources that were used meanwhile. */
const take = async (steps: ReadonlyArray<readonly ["begin" | "end", string]>, max = Infinity) => {
  const world = new SoakWorld({ published: 1, withdrawn: [] }, 1)
  const [busy, taken] = [new Set<Resource>(), new Array<string>()]
  const note = (action: string) => async () => void taken.push(`${action}: ${[...busy].join(" ")}`)
  const events: ReadonlyArray<SoakEvent<unknown>> = [
    { name: "fault", uses: ["limits"], isFault: true, begin: note("fault"), end: note("end of fault") },
    { name: "change", uses: ["keys"], isFault: false, begin: note("change") }
  ]
  await runEvents({
    stage: { world },
    events,
    steps: steps.map(([action, event]): Step => ({ at: 0, action, event })),
    busy,
    mayBegin: () => taken.length < max,
    describe: async () => ({ degraded: [], metrics: [] }),
    onEvent: () => undefined
  })
  return { taken, busy, faults: world.faults }
}

describe("the events of the soak test", () => {
  it("happen in the order of the schedule, and use their resources as long as they last", async () => {
    const { busy, faults, taken } = await take([
      ["begin", "fault"],
      ["begin", "change"],
      ["end", "fault"],
      ["begin", "change"]
    ])
    assert.deepStrictEqual(taken, ["fault: limits", "change: limits keys", "end of fault: limits", "change: keys"])
    assert.deepStrictEqual([busy.size, faults.size], [0, 0])
  })

  it("do not begin after the time of the run, but end", async () => {
    const { taken } = await take(
      [
        ["begin", "fault"],
        ["begin", "change"],
        ["end", "fault"],
        ["begin", "fault"],
        ["end", "fault"]
      ],
      1
    )
    assert.deepStrictEqual(taken, ["fault: limits", "end of fault: limits"])
  })
})
