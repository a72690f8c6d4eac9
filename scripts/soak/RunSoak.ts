import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { storeIn } from "../../test/system/keys/storeIn.ts"
import { endServers } from "./EndServers.ts"
import { selectEvents } from "./events/EventRegistry.ts"
import { issueKey, untilKeysInForce } from "./events/KeyLedgerChange.ts"
import { publishMinor } from "./events/ReleasePublished.ts"
import type { Stage } from "./events/SoakEvent.ts"
import { pauseWhile } from "./PauseWhile.ts"
import { makeMinuteReports } from "./report/MinuteReports.ts"
import { renderEvent, renderMinute } from "./report/RenderReport.ts"
import type { EventReport, MinuteReport, SoakReport } from "./report/SoakReport.ts"
import { makeTally } from "./report/Tally.ts"
import { makeClients } from "./requests/Clients.ts"
import { makeSoakJudge } from "./rules/SoakJudge.ts"
import { runEvents } from "./RunEvents.ts"
import { planSchedule, type Resource } from "./schedule/Schedule.ts"
import { makeSeededRandom } from "./schedule/SeededRandom.ts"
import { startSoakServer, taxonomyProgram } from "./services/SoakServer.ts"
import { startServices } from "./services/SoakServices.ts"
import type { SoakOptions } from "./SoakOptions.ts"
import { makeWatch } from "./WatchServers.ts"
import { SoakWorld } from "./world/SoakWorld.ts"

/** Runs the soak test and returns its report. `print` gets minutes and events as they come. */
export const runSoak = (options: SoakOptions, print: (text: string) => void): Effect.Effect<SoakReport> =>
  Effect.gen(function* () {
    const { minutes, seed } = options
    const services = yield* startServices
    const { clock, keys, limits, releases } = services
    const { steps, events, skipped } = planEvents(options, services)
    const store = yield* storeIn(keys)

    const random = makeSeededRandom(seed)
    const world = new SoakWorld({ published: 1, withdrawn: [] }, serverNames.length)
    const [total, byMinute] = [makeTally(), makeMinuteReports()]
    const judge = makeSoakJudge(world, (exchange, millis) => {
      for (const { add } of [total, byMinute]) add(exchange, millis)
    })
    const unlimited = yield* Effect.promise(async () => {
      for (const minor of [0, 1]) await publishMinor(releases, minor)
      // Creates the tables, which servers never do.
      return await issueKey({ world, store, untilAll: async () => undefined }, "enterprise")
    })

    const args = ["--releases", releases, "--keys", keys, "--limits", limits, "--history-budget", "0"]
    const program = options.program ?? taxonomyProgram
    const servers = yield* Effect.forEach(serverNames, (name) =>
      Effect.acquireRelease(
        Effect.promise(() => startSoakServer({ name, program, clock, args })),
        ({ drain }) => Effect.promise(drain)
      )
    )
    const busy = new Set<Resource>()
    const watch = makeWatch(servers, world, judge, busy)
    const { describe, untilAll } = watch
    const clients = makeClients({ ...options, world, servers, judge, unlimited, random })
    const stage: Stage = { ...services, world, servers, store, random, untilAll, send: clients.send }
    const [eventReports, minuteReports] = [new Array<EventReport>(), new Array<MinuteReport>()]
    const onEvent = (event: EventReport): void => {
      eventReports.push(event)
      print(renderEvent(event))
    }
    const onMinute = (minute: MinuteReport): void => {
      minuteReports.push(minute)
      print(renderMinute(minute))
    }

    return yield* Effect.promise(async () => {
      for (const tier of ["free", "professional", "professional"] as const) await issueKey(stage, tier)
      await untilKeysInForce(stage)
      await untilAll("Redis is connected", ({ metric }) => metric("taxonomy_limits_shared") !== 0)
      const before = await watch.figures()

      const started = performance.now()
      const until = started + (minutes ?? Infinity) * 60_000
      let isDone = false
      const isRunning = (): boolean => !isDone && judge.problem() === undefined
      const mayBegin = (): boolean => isRunning() && performance.now() < until
      const orFail = (run: Promise<void>): Promise<void> => run.catch((error: unknown) => judge.fail(String(error)))

      const load = [clients.run(isRunning), watch.run(isRunning), byMinute.run(isRunning, watch.figures, onMinute)]
      const ending = Promise.all(load.map(orFail))
      await orFail(runEvents({ stage, events, steps, busy, mayBegin, describe, onEvent }))
      // A schedule that is shorter than the minutes leaves the rest to the load.
      if (minutes !== undefined) await pauseWhile(mayBegin, Infinity)
      isDone = true
      await ending
      clients.close()
      // After a failure they may still be paused.
      for (const service of [services.redis, services.postgres]) service?.resume()

      const seconds = (performance.now() - started) / 1000
      const ends = await endServers(servers, watch, before, judge, releases).catch((error: unknown) => {
        judge.fail(String(error))
        return []
      })
      return {
        seed,
        seconds,
        skipped,
        minutes: minuteReports,
        events: eventReports,
        total: total.summary(),
        servers: ends,
        problem: judge.problem()
      }
    })
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.orDie)

const serverNames = ["Server 1", "Server 2"]

/** The events that this machine can have, and when they happen. */
const planEvents = (options: SoakOptions, services: Pick<Stage, "redis" | "postgres" | "clock">) => {
  const wanted = selectEvents(options.events)
  const missing = wanted.flatMap(({ findMissing, name }) => {
    const reason = findMissing?.(services)
    return reason === undefined ? [] : [[name, reason] as const]
  })
  const skipped = Object.fromEntries(missing)
  const events = wanted.filter(({ name }) => !(name in skipped))
  return { events, skipped, steps: planSchedule(events, options) }
}
