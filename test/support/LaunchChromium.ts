import { existsSync } from "node:fs"
import * as Duration from "effect/Duration"
import { chromium, type Browser } from "playwright-core"
import { patience } from "./Patience.ts"

const headlessShell = "/usr/lib/chromium/chromium-headless-shell"

/**
 * The path of Debian's package `chromium-headless-shell`, or else of `chromium`, which takes twice the CPU time for the
 * same pages: it also makes windows that nobody sees.
 */
export const executablePath = existsSync(headlessShell) ? headlessShell : "/usr/bin/chromium"

/** Options of a browser that can reach this machine only. */
export const chromiumOptions = {
  executablePath,
  timeout: Duration.toMillis(patience),
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
}

export const launchChromium = (): Promise<Browser> => chromium.launch(chromiumOptions)
