import type { TestProject } from "vitest/node"
import { startBrowserHost } from "../support/BrowserHost.ts"
import { compilePrograms } from "../support/CompiledPrograms.ts"

/** Gives a run of the tests the compiled programs, and a browser when one asks for it. */
export default async (project: TestProject) => {
  const provide = async () => project.provide("programs", await compilePrograms())
  await provide()
  project.onTestsRerun(provide)
  const browser = await startBrowserHost()
  project.provide("browserHost", browser.url)
  return () => browser.close()
}
