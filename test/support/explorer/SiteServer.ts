import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join, normalize } from "node:path"

export interface SiteServer {
  /** Such as `http://127.0.0.1:40000/`. */
  readonly url: string
  readonly close: () => Promise<void>
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".md": "text/plain; charset=utf-8"
}

/** Serves the files of a folder, as any host of static files does. */
export const serveFolder = async (folder: string): Promise<SiteServer> => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname
    const file = normalize(join(folder, path.endsWith("/") ? `${path}index.html` : path))
    readFile(file).then(
      (bytes) => {
        const type = contentTypes[/\.\w+$/.exec(file)?.[0] ?? ""] ?? "application/octet-stream"
        response.writeHead(200, { "Content-Type": type, "Cache-Control": "max-age=3600" }).end(bytes)
      },
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port")
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
