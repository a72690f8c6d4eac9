import { Agent, request } from "node:http"
import type { Target } from "./Load.ts"

/** Sends all requests at once, each over its own connection, and returns the latency of each in milliseconds. */
export const measureBurst = (targets: ReadonlyArray<Target>): Promise<ReadonlyArray<number>> =>
  Promise.all(targets.map(measureRequest))

const measureRequest = ({ headers, path, port, status }: Target): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== status) reject(new Error(`Expected status ${status}: ${response.statusCode}`))
      response.resume()
      response.on("end", () => resolve(performance.now() - started))
    })
      .on("error", reject)
      .end()
  })

/** Sends so many requests to servers in turns, 100 at a time to each, and counts the statuses. */
export const countStatuses = async (
  ports: ReadonlyArray<number>,
  path: string,
  headers: Readonly<Record<string, string>>,
  size: number
): Promise<ReadonlyMap<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const statuses = new Map<number, number>()
  const send = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: ports[index % ports.length], path, headers, agent }, (response) => {
        const { statusCode = 0 } = response
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        response.resume()
        response.on("end", resolve)
      })
        .on("error", reject)
        .end()
    })
  await Promise.all(Array.from({ length: size }, (_, index) => send(index)))
  agent.destroy()
  return statuses
}
