import { readFile } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sha256 } from "../../../src/platform/Sha256.ts"

/** A request that an origin has answered, or will never answer. */
export interface SeenRequest {
  /** Below the origin, with its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Answers a request with a fault. `bytes` is the published file, empty for a missing one. */
export type Fault = (response: ServerResponse, bytes: Buffer, request: IncomingMessage) => void

/** A static server over a folder, with faults for some of its files. */
export interface FaultyOrigin {
  readonly url: string
  readonly requests: Array<SeenRequest>
  /** By path. A fault applies until it is deleted. */
  readonly faults: Map<string, Fault>
}

/**
 * Starts one server with any number of origins, each over a folder of its own. It knows entity tags, conditional requests
 * and ranges, as object stores do.
 */
const startOrigins = Effect.acquireRelease(
  Effect.callback<{ readonly add: (folder: string) => FaultyOrigin; readonly stop: () => void }>((resume) => {
    const origins: Array<FaultyOrigin & { readonly folder: string }> = []
    const server = createServer((request, response) => {
      const [, number = "", path = ""] = /^\/(\d+)\/([^?]*)/.exec(request.url ?? "") ?? []
      const origin = origins[Number(number)]
      if (origin === undefined) return void response.writeHead(404).end()
      origin.requests.push({ path: (request.url ?? "").replace(`/${number}/`, ""), headers: request.headers })
      void readFile(join(origin.folder, path)).then(
        (bytes) => (origin.faults.get(path) ?? sendFile)(response, bytes, request),
        () => (origin.faults.get(path) ?? notFound)(response, Buffer.alloc(0), request)
      )
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const add = (folder: string): FaultyOrigin => {
        const url = `http://127.0.0.1:${port}/${origins.length}`
        const origin = { url, folder, requests: [], faults: new Map<string, Fault>() }
        origins.push(origin)
        return origin
      }
      const stop = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ add, stop }))
    })
  }),
  ({ stop }) => Effect.sync(stop)
)

/** The server of the tests of a file. */
export class Origins extends Context.Service<Origins, Effect.Success<typeof startOrigins>>()(
  "taxonomy-licensing-data-service/test/system/mirror/FaultyOrigin/Origins"
) {
  static readonly layer = Layer.effect(Origins, startOrigins)
}

/** Sends a file as static servers do. */
export const sendFile: Fault = (response, bytes, request) => {
  const etag = `"${sha256(bytes).slice(0, 16)}"`
  const { "if-none-match": known, range = "" } = request.headers
  if (known === etag) return void response.writeHead(304, { etag }).end()
  const [, first] = /^bytes=(\d+)-$/.exec(range) ?? []
  const start = Number(first)
  if (first === undefined) return void response.writeHead(200, { etag }).end(bytes)
  if (start >= bytes.length) {
    return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end()
  }
  const contentRange = `bytes ${start}-${bytes.length - 1}/${bytes.length}`
  response.writeHead(206, { etag, "content-range": contentRange }).end(bytes.subarray(start))
}

const notFound: Fault = (response) => void response.writeHead(404).end("missing")

/** Sends the beginning of a file as if it were all, and ends the connection. */
export const cutAfter =
  (length: number): Fault =>
  (response, bytes) => {
    const etag = `"${sha256(bytes).slice(0, 16)}"`
    response.writeHead(200, { etag, "content-length": bytes.length })
    response.write(bytes.subarray(0, length), () => response.destroy())
  }

/** Answers with a status and headers. */
export const statusOf =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response) =>
    void response.writeHead(status, headers).end()

/** Sends other bytes. */
export const bodyOf =
  (change: (bytes: Buffer) => Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Fault =>
  (response, bytes) =>
    void response.writeHead(200, headers).end(change(bytes))

/** Never answers. */
export const silence: Fault = () => undefined
