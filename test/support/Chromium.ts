import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"

/** The path of Debian's package. */
const executablePath = "/usr/bin/chromium"

export const hasChromium = existsSync(executablePath)

/** Writes why tests are skipped, which the reporter does not say. */
export const reportSkipped = (what: string): void => {
  if (!hasChromium) process.stderr.write(`skipped: ${what}, since ${executablePath} is missing\n`)
}

/** Starts a browser that can reach this machine only. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // No external host name is resolved.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    ]
  })
