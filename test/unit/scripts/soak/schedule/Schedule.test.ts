import { assert, describe, it } from "vitest"
import { soakEvents } from "../../../../../scripts/soak/events/EventRegistry.ts"
import { planSchedule, type Resource, type Schedulable } from "../../../../../scripts/soak/schedule/Schedule.ts"

const options = { seed: 7, rounds: 5, gap: [1, 4], hold: [3, 15] } as const

const event = (name: string, isFault: boolean, ...uses: ReadonlyArray<Resource>): Schedulable => ({
  name,
  isFault,
  uses
})

describe("the schedule of the soak test", () => {
  const steps = planSchedule(soakEvents, options)

  it("is the same for the same seed, and another one for another seed", () => {
    assert.deepStrictEqual(planSchedule(soakEvents, options), steps)
    assert.notDeepEqual(planSchedule(soakEvents, { ...options, seed: 8 }), steps)
  })

  it("has every event once per round, and an end for each fault", () => {
    for (const { isFault, name } of soakEvents) {
      const actions = steps.filter(({ event }) => event === name).map(({ action }) => action)
      const expected = Array.from({ length: options.rounds }, () => (isFault ? ["begin", "end"] : ["begin"]))
      assert.deepStrictEqual(actions, expected.flat(), name)
    }
  })

  it("goes forward in time", () => {
    const times = steps.map(({ at }) => at)
    assert.deepStrictEqual(
      times,
      times.toSorted((left, right) => left - right)
    )
  })

  it("gives a resource to one event at a time", () => {
    const used = new Map<Resource, string>()
    for (const { action, event: name } of steps) {
      const { isFault = false, uses = [] } = soakEvents.find((each) => each.name === name) ?? {}
      for (const resource of uses) {
        if (action === "end") used.delete(resource)
        else {
          assert.isUndefined(used.get(resource), `${name} begins during ${used.get(resource)}`)
          if (isFault) used.set(resource, name)
        }
      }
    }
  })

  it("lets faults of different resources overlap", () => {
    const faults = [event("first", true, "keys"), event("second", true, "limits")]
    const actions = planSchedule(faults, { ...options, rounds: 1, hold: [100, 100] }).map(({ action }) => action)
    assert.deepStrictEqual(actions, ["begin", "begin", "end", "end"])
  })
})
