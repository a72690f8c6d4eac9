import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { storeIn } from "../../test/integration/keys/storeIn.ts"
import { endServers } from "./EndServers.ts"
import { soakEvents } from "./events/EventRegistry.ts"
import { issueKey, untilKeysInForce } from "./events/KeyLedgerChange.ts"
import { publishMinor } from "./events/ReleasePublished.ts"
import type { Stage } from "./events/SoakEvent.ts"
import { soakFolder } from "./Folder.ts"
import { renderEvent, renderMinute } from "./report/RenderReport.ts"
import type { EventReport, MinuteReport, SoakReport } from "./report/SoakReport.ts"
import { makeTally } from "./report/Tally.ts"
import { makeClients } from "./requests/Clients.ts"
import { makeSoakJudge } from "./rules/SoakJudge.ts"
import { runEvents } from "./RunEvents.ts"
import { planSchedule, type Resource } from "./schedule/Schedule.ts"
import { makeSeededRandom } from "./schedule/SeededRandom.ts"
import { makeFakeClock } from "./services/FakeClock.ts"
import { makeOwnPostgres } from "./services/OwnPostgres.ts"
import { makeOwnRedis } from "./services/OwnRedis.ts"
import { startSoakServer, taxonomyProgram } from "./services/SoakServer.ts"
import type { SoakOptions } from "./SoakOptions.ts"
import { makeWatch } from "./WatchServers.ts"
import { SoakWorld } from "./world/SoakWorld.ts"

/** Runs the soak test and returns its report. `print` gets the minutes and events as they come. */
export const runSoak = (options: SoakOptions, print: (text: string) => void): Effect.Effect<SoakReport> =>
  Effect.gen(function* () {
    const { seed, workers } = options
    const folder = yield* soakFolder
    const releases = join(folder, "releases")
    const promised = <A>(make: () => Promise<A>) => Effect.promise(make)
    const stopped = (service: { readonly kill: () => Promise<void> } | undefined) =>
      Effect.promise(async () => service?.kill())
    const redis = yield* Effect.acquireRelease(
      promised(() => makeOwnRedis(join(folder, "redis"))),
      stopped
    )
    const postgres = yield* Effect.acquireRelease(
      promised(() => makeOwnPostgres(join(folder, "postgres"))),
      stopped
    )
    const clock = makeFakeClock(join(folder, "clock"))
    yield* promised(async () => {
      await Promise.all([redis?.start(), postgres?.start()])
      for (const minor of [0, 1]) await publishMinor(releases, minor)
    })
    const keys = postgres?.url ?? join(folder, "keys.ndjson")
    const store = yield* storeIn(keys)

    const world = new SoakWorld({ published: 1, withdrawn: [] }, workers)
    const [total, events, minutes] = [makeTally(), new Array<EventReport>(), new Array<MinuteReport>()]
    let minuteTally = makeTally()
    const judge = makeSoakJudge(world, (exchange, millis) => {
      total.add(exchange, millis)
      minuteTally.add(exchange, millis)
    })
    const random = makeSeededRandom(seed)
    // Written before the servers start, since they must not create the tables.
    const early = { world, store, untilAll: async () => undefined }
    const unlimited = yield* promised(() => issueKey(early, "enterprise"))

    const args = ["--releases", releases, "--keys", keys, "--limits", redis?.url ?? "memory", "--history-budget", "0"]
    const program = options.program ?? taxonomyProgram
    const servers = yield* Effect.forEach(workers, (count, index) =>
      Effect.acquireRelease(
        promised(() => startSoakServer({ name: `Server ${index + 1}`, program, workers: count, clock, args })),
        ({ exited, drain }) => (exited() === undefined ? promised(drain) : Effect.void)
      )
    )
    const busy = new Set<Resource>()
    const watch = makeWatch(servers, world, judge, busy)
    const clients = makeClients({ ...options, world, servers, judge, unlimited, random })
    const { untilAll } = watch
    const stage: Stage = {
      world,
      servers,
      store,
      releases,
      redis,
      postgres,
      clock,
      random,
      untilAll,
      send: clients.send
    }
    const wanted = soakEvents.filter(({ name }) => options.events?.includes(name) ?? true)
    const skipped = Object.fromEntries(
      wanted.flatMap(({ findMissing, name }) => {
        const missing = findMissing?.(stage)
        return missing === undefined ? [] : [[name, missing] as const]
      })
    )
    const steps = planSchedule(
      wanted.filter(({ name }) => !(name in skipped)),
      options
    )

    yield* promised(async () => {
      for (const tier of ["free", "professional", "professional"] as const) await issueKey(stage, tier)
      await untilKeysInForce(stage)
      await watch.untilAll("Redis is connected", ({ metric }) => metric("taxonomy_limits_shared") !== 0)
    })
    const before = yield* promised(watch.figures)

    const started = performance.now()
    const until = started + (options.minutes ?? Infinity) * 60_000
    let isDone = false
    const isRunning = () => !isDone && performance.now() < until && judge.problem() === undefined
    const failing = (run: Promise<void>): Promise<void> => run.catch((error: unknown) => judge.fail(String(error)))

    const reportMinutes = async (): Promise<void> => {
      let utilization = performance.eventLoopUtilization()
      while (isRunning()) {
        const end = performance.now() + 60_000
        while (isRunning() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 200))
        const now = performance.eventLoopUtilization()
        const minute: MinuteReport = {
          minute: minutes.length + 1,
          ...minuteTally.summary(),
          servers: await watch.figures(),
          clientUtilization: performance.eventLoopUtilization(now, utilization).utilization
        }
        utilization = now
        minuteTally = makeTally()
        minutes.push(minute)
        print(renderMinute(minute))
      }
    }
    const onEvent = (event: EventReport): void => {
      events.push(event)
      print(renderEvent(event))
    }
    yield* promised(async () => {
      const load = [clients.run(isRunning), watch.run(isRunning), reportMinutes()].map(failing)
      await failing(runEvents({ stage, events: wanted, steps, busy, isRunning, describe: watch.describe, onEvent }))
      // A schedule that is shorter than the minutes leaves the rest to the load.
      isDone = options.minutes === undefined
      await Promise.all(load)
      clients.close()
      // After a failure they may still be paused.
      for (const service of [redis, postgres]) service?.resume()
    })
    const seconds = (performance.now() - started) / 1000
    const ends = yield* promised(() =>
      endServers(servers, watch, before, judge, releases).catch((error: unknown) => {
        judge.fail(String(error))
        return []
      })
    )
    return {
      seed,
      seconds,
      skipped,
      minutes,
      events,
      total: total.summary(),
      servers: ends,
      problem: judge.problem()
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.orDie)
