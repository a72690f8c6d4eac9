import { enableCompileCache } from "node:module"
import { isMainThread, parentPort, workerData } from "node:worker_threads"
import type { WorkerStart } from "../../server/workers/WorkerMessages.ts"
import type { WorkerConfig } from "./AnswerInWorkers.ts"

/** The module that a worker runs: this one, which does nothing in the main thread. */
export const workerEntry = new URL(import.meta.url)

const isWorkerStart = (data: unknown): data is WorkerStart<WorkerConfig> =>
  typeof data === "object" && data !== null && "taxonomyWorker" in data

if (!isMainThread && parentPort !== null && isWorkerStart(workerData)) {
  const [start, port] = [workerData, parentPort]
  // As the launcher does for the main thread.
  enableCompileCache()
  // Not awaited, since a bundle of scripts cannot.
  void import("./RunWorker.ts").then(({ runWorker }) => runWorker(start, port))
}
