import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { startBrowserHost } from "./support/BrowserHost.ts"
import { compilePrograms } from "./support/CompiledPrograms.ts"

/**
 * Gives a run of the tests the compiled programs, and a temporary folder of its own, gone when the run is over, whatever
 * became of its workers.
 */
export default async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "taxonomy-tests-"))
  // Some tests run a program as another user.
  await chmod(folder, 0o755)
  // Where commands keep compiled code by themselves, which is there for the next run as well.
  const { NODE_COMPILE_CACHE = join(tmpdir(), "node-compile-cache") } = process.env
  Object.assign(process.env, { NODE_COMPILE_CACHE, TMPDIR: folder })
  // Launchers choose between bundle and sources as in a new checkout.
  Reflect.deleteProperty(process.env, "TAXONOMY_CODE")
  const provide = async () => project.provide("programs", await compilePrograms())
  await provide()
  project.onTestsRerun(provide)
  const browser = await startBrowserHost()
  project.provide("browserHost", browser.url)
  return async () => {
    await browser.close()
    // Processes that were told to end may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}
