import type { TallySummary } from "./Tally.ts"
import type { MemoryTrend } from "./Trend.ts"

/** The state of a server at the end of a minute. */
export interface ServerFigures {
  readonly name: string
  readonly residentMegabytes: number
  readonly heapMegabytes: number
  readonly descriptors: number
  readonly connections: number
}

export interface MinuteReport extends TallySummary {
  readonly minute: number
  readonly servers: ReadonlyArray<ServerFigures>
  /** The part of the time in which the event loop of the clients was busy. */
  readonly clientUtilization: number
}

/** An event, and what the servers said while it lasted. */
export interface EventReport {
  readonly name: string
  readonly action: "begin" | "end"
  /** Seconds after the start. */
  readonly at: number
  /** Until it was in force everywhere. */
  readonly seconds: number
  /** The words of `/ready` then, if a server was degraded. */
  readonly degraded: ReadonlyArray<string>
  /** The metrics that show faults, at that time, by server. */
  readonly metrics: ReadonlyArray<string>
}

/** What was found after the load. */
export interface ServerEnd {
  readonly name: string
  readonly heap: MemoryTrend
  readonly resident: MemoryTrend
  /** Before the load, and after it. */
  readonly descriptors: readonly [before: number, after: number]
  readonly exitCode: number | null
  /** What the server logged beside requests, by how often. */
  readonly messages: Readonly<Record<string, number>>
  /** Decisions without Redis, and timeouts. */
  readonly localDecisions: number
  readonly redisTimeouts: number
}

export interface SoakReport {
  readonly seed: number
  readonly seconds: number
  readonly skipped: Readonly<Record<string, string>>
  readonly minutes: ReadonlyArray<MinuteReport>
  readonly events: ReadonlyArray<EventReport>
  readonly total: TallySummary
  readonly servers: ReadonlyArray<ServerEnd>
  /** The first problem; `undefined` if there is none. */
  readonly problem: string | undefined
}
