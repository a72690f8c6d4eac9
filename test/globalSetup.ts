import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Gives a run of the tests a temporary folder of its own, gone when the run is over, whatever became of its workers. */
export default async () => {
  const folder = await mkdtemp(join(tmpdir(), "taxonomy-tests-"))
  // Some tests run a program as another user.
  await chmod(folder, 0o755)
  // Where commands keep compiled code by themselves, which is there for the next run as well.
  const { NODE_COMPILE_CACHE = join(tmpdir(), "node-compile-cache") } = process.env
  Object.assign(process.env, { NODE_COMPILE_CACHE, TMPDIR: folder })
  // Launchers choose between bundle and sources as in a new checkout.
  Reflect.deleteProperty(process.env, "TAXONOMY_CODE")
  // Processes that were told to end may still write there.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20 })
}
