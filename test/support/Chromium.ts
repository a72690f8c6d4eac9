import { existsSync } from "node:fs"
import { chromium, type Browser } from "playwright-core"

/** Where Debian's package puts it. */
const executablePath = "/usr/bin/chromium"

export const hasChromium = existsSync(executablePath)

/** The reporter does not say why tests are skipped; this does, where they are. */
export const sayWhatIsSkipped = (what: string): void => {
  if (!hasChromium) process.stderr.write(`skipped: ${what}, for there is no ${executablePath}\n`)
}

/** A browser that reaches this machine alone. */
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
      // No name of the outside world is ever resolved.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    ]
  })
