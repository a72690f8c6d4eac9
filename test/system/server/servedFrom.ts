import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import type { PublishedRelease } from "../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { CurrentCatalog, type CatalogOptions } from "../../../src/server/catalog/CurrentCatalog.ts"
import { patience } from "../../support/Patience.ts"

/** The path of a folder for releases that is not there yet, in one that goes with the test. */
export const noReleases = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
})

/** The catalog of a folder as a server follows it, but looking more often, with what it logs. */
export const servedFrom = Effect.fnUntraced(function* (releases: string, options: CatalogOptions = {}) {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  const layer = CurrentCatalog.layer(releases, { pollInterval: "5 millis", ...options }).pipe(
    Layer.provide(Logger.layer([logger]))
  )
  const { bodies, get, status } = Context.get(yield* Layer.build(layer), CurrentCatalog)

  const release = (version: string): PublishedRelease => {
    const found = get().history.releases.get(Version.make(version))
    if (found === undefined) throw new Error(`${version} is not served`)
    return found
  }
  return {
    get,
    bodies,
    status,
    logged,
    release,
    /** The versions that are served by default. */
    defaults: () => get().defaults.map(({ version }) => String(version)),
    load: (version: string) => Effect.suspend(() => bodies.load(release(version))),
    isHeld: (version: string) => bodies.peek(release(version)) !== undefined,
    /** Waits until the ledger was looked at some more times. */
    someLooks: Effect.suspend(() => {
      const before = status().polls
      return until(() => status().polls > before + 3)
    })
  }
})

/** A clock that goes on only when it is told to, by a number of milliseconds. Sleeps end nevertheless. */
export const manualClock = Effect.map(Clock.Clock, (real) => {
  let now = real.monotonicTimeNanosUnsafe()
  const clock: Clock.Clock = Object.assign(Object.create(real), { monotonicTimeNanosUnsafe: () => now })
  return { clock, advance: (millis: number) => void (now += BigInt(millis) * 1_000_000n) }
})

/** Runs an effect by a clock that stands still, by which no outage lasts long enough to be a failure. Sleeps end. */
export const withStillClock = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(manualClock, ({ clock }) => Effect.provideService(effect, Clock.Clock, clock))

/** Waits for a condition. */
export const until = (holds: () => boolean) =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry({ schedule: Schedule.spaced(Duration.millis(2)) }),
    Effect.timeout(patience)
  )
