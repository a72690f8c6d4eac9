import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { openContext } from "../../support/Chromium.ts"

/** A page on its own origin, with the modules of a folder to import by their paths. */
export const openPage = Effect.fnUntraced(function* (folder: string) {
  const origin = yield* Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer(({ url = "/" }, response) => {
        const isModule = url.endsWith(".js")
        response.writeHead(200, { "Content-Type": isModule ? "text/javascript" : "text/html" })
        response.end(isModule ? readFileSync(join(folder, url)) : "<!doctype html><title>A page</title>")
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || typeof address === "string" ? 0 : address.port
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
  const context = yield* Effect.acquireRelease(
    Effect.promise(() => openContext()),
    (context) => Effect.promise(() => context.close())
  )
  return yield* Effect.promise(async () => {
    const page = await context.newPage()
    await page.goto(origin.url)
    return page
  })
})
