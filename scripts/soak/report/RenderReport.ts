import type { EventReport, MinuteReport, ServerEnd, SoakReport } from "./SoakReport.ts"
import type { MemoryTrend } from "./Trend.ts"

const fixed = (value: number, digits = 0): string => (Number.isFinite(value) ? value.toFixed(digits) : "–")

/** Renders a minute as one line with the refusals below it. */
export const renderMinute = ({ byOutcome, clientUtilization, max, minute, p50, p99, servers, ...rest }: MinuteReport) =>
  [
    `Minute ${minute}: ${rest.answers} answers, p50 ${fixed(p50, 1)} ms, p99 ${fixed(p99, 1)} ms, max ${fixed(max)} ms, ` +
      `clients ${fixed(clientUtilization * 100)} % busy`,
    ...servers.map(
      ({ connections, descriptors, heapMegabytes, name, residentMegabytes }) =>
        `  ${name}: ${fixed(residentMegabytes)} MB resident, ${fixed(heapMegabytes)} MB heap, ` +
        `${fixed(descriptors)} files, ${fixed(connections)} connections`
    ),
    `  ${Object.entries(byOutcome)
      .map(([outcome, count]) => `${outcome}: ${count}`)
      .join(", ")}`
  ].join("\n")

/** Renders an event as one line. */
export const renderEvent = ({ action, at, degraded, metrics, name, seconds }: EventReport): string => {
  const said = [...metrics, ...degraded.map((words) => `“${words}”`)].join("; ")
  return `${fixed(at, 1).padStart(7)} s  ${action === "begin" ? name : `end of ${name}`}, in force after ${fixed(seconds, 1)} s${said === "" ? "" : `: ${said}`}`
}

/** Renders the whole run. Minutes and events are printed while it lasts. */
export const renderEnd = ({ events, problem, seconds, seed, servers, skipped, total }: SoakReport): string =>
  [
    "",
    `Seed ${seed}, ${fixed(seconds)} s, ${events.length} steps, ${total.answers} answers`,
    `Latency: p50 ${fixed(total.p50, 1)} ms, p99 ${fixed(total.p99, 1)} ms, max ${fixed(total.max)} ms`,
    "",
    "Answers by kind of request",
    ...table(total.byKind),
    "",
    "Answers by status and reason",
    ...table(total.byOutcome),
    ...Object.entries(skipped).map(([name, reason]) => `Skipped ${name}: ${reason}`),
    ...servers.flatMap(renderServer),
    "",
    problem === undefined ? "Every answer is explained." : `Failed: ${problem}`
  ].join("\n")

const renderServer = (server: ServerEnd): ReadonlyArray<string> => [
  "",
  `${server.name}: exit code ${server.exitCode ?? "none"}`,
  `  heap: ${renderTrend(server.heap)}`,
  `  resident memory: ${renderTrend(server.resident)}`,
  `  open files: ${server.descriptors[0]} before the load, ${server.descriptors[1]} after it`,
  `  decisions without Redis: ${server.localDecisions}, timeouts: ${server.redisTimeouts}`,
  ...table(server.messages)
]

const renderTrend = ({ first, isGrowing, last, marks }: MemoryTrend): string =>
  isGrowing === undefined
    ? `too few low-water marks to judge (${marks})`
    : `${isGrowing ? "grows" : "level"}, low-water marks ${fixed(first)} MB, then ${fixed(last)} MB (${marks} marks)`

const table = (counts: Readonly<Record<string, number>>): ReadonlyArray<string> =>
  Object.entries(counts).map(([name, count]) => `${String(count).padStart(9)}  ${name}`)
