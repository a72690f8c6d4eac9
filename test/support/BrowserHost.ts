import { createServer } from "node:http"
import { chromium, type BrowserServer } from "playwright-core"
import { chromiumOptions } from "./LaunchChromium.ts"

/** Starts Chromium when a worker asks for its address, and closes it when the tests are over. */
export interface BrowserHost {
  /** The address that answers with the address of the browser. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** One browser serves all workers, since to start one takes longer than most tests. A run without pages starts none. */
export const startBrowserHost = async (): Promise<BrowserHost> => {
  let browser: Promise<BrowserServer> | undefined
  const server = createServer((_, response) => {
    browser ??= chromium.launchServer({ ...chromiumOptions, host: "127.0.0.1" })
    browser.then(
      (started) => response.end(started.wsEndpoint()),
      (problem: unknown) => response.writeHead(500).end(String(problem))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port")
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await (await browser)?.close()
    }
  }
}
