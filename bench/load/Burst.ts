import { request } from "node:http"
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
