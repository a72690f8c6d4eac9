import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import { launchChromium } from "../../support/Chromium.ts"

/** A page on its own origin, with code to import as `/index.js`. */
export const openPage = Effect.fnUntraced(function* (code: string) {
  const origin = yield* Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        const isCode = request.url === "/index.js"
        response.writeHead(200, { "Content-Type": isCode ? "text/javascript" : "text/html" })
        response.end(isCode ? code : "<!doctype html><title>A page</title>")
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || typeof address === "string" ? 0 : address.port
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
  const browser = yield* Effect.acquireRelease(Effect.promise(launchChromium), (browser) =>
    Effect.promise(() => browser.close())
  )
  return yield* Effect.promise(async () => {
    const page = await browser.newPage()
    await page.goto(origin.url)
    return page
  })
})
