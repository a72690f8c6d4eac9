import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"
import { inject } from "vitest"
import { executablePath } from "./LaunchChromium.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The address that BrowserHost.ts describes. */
    browserHost: string
  }
}

export const hasChromium = existsSync(executablePath)

/** Writes why tests are skipped, which the reporter does not say. */
export const reportSkipped = (what: string): void => {
  if (!hasChromium) process.stderr.write(`skipped: ${what}, since ${executablePath} is missing\n`)
}

let connected: Promise<Browser> | undefined

/**
 * The browser of all workers, which can reach this machine only. Tests share nothing else if each opens a context of its
 * own and closes it.
 */
export const sharedChromium = (): Promise<Browser> => (connected ??= connect())

const connect = async (): Promise<Browser> => {
  const response = await fetch(inject("browserHost"))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return chromium.connect(text)
}
