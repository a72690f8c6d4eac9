import { existsSync } from "node:fs"
import * as Duration from "effect/Duration"
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core"
import { inject } from "vitest"
import { executablePath } from "./LaunchChromium.ts"
import { patience } from "./Patience.ts"

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
 * Opens a context in the browser of all workers, which can reach this machine only. Tests share nothing else if each
 * closes its own.
 */
export const openContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const browser = await (connected ??= connect())
  const context = await browser.newContext(options)
  // By default, a page that takes half a minute fails.
  context.setDefaultTimeout(Duration.toMillis(patience))
  return context
}

const connect = async (): Promise<Browser> => {
  const response = await fetch(inject("browserHost"))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return chromium.connect(text)
}
