import { unixMillis } from "../WallClock.ts"
import { beginChange, settle } from "../world/Timeline.ts"
import type { SoakEvent, Stage } from "./SoakEvent.ts"

/** The clock of the servers is set forward or back, and corrected later. Their monotonic clock goes on. */
export const clockSet = (name: string, offsetSeconds: number): SoakEvent => {
  const setTo = async ({ clock, untilAll, world }: Stage, seconds: number): Promise<void> => {
    const offset = seconds * 1000
    world.clock = beginChange(world.clock, offset, performance.now())
    clock?.set(seconds)
    await untilAll(`the clock is ${seconds} s off`, ({ date }) => Math.abs(date - unixMillis() - offset) < noticeable)
    await untilAll(`the keys in force are those of the clock`, ({ metric }) => {
      return metric("taxonomy_keys_active") === world.acceptedKeys(unixMillis())
    })
    await new Promise((resolve) => setTimeout(resolve, cacheMillis))
    world.clock = settle(world.clock, performance.now())
  }
  return {
    name,
    uses: ["clock"],
    isFault: true,
    findMissing: ({ clock }) => (clock === undefined ? "libfaketime is not installed" : undefined),
    begin: (stage) => setTo(stage, offsetSeconds),
    end: (stage) => setTo(stage, 0)
  }
}

/** Node makes the `Date` header once per second. */
const noticeable = 5000

/** How long a process may use the time that it has read before. */
const cacheMillis = 2000
