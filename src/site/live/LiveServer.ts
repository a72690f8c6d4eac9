import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { listen } from "../../platform/Listen.ts"
import type { ExplorerAssets } from "../ExplorerAssets.ts"
import { explorerContentSecurityPolicy, renderShell } from "../Shell.ts"
import type { LiveProject } from "./LiveData.ts"

interface LiveServerOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly assets: ExplorerAssets
  readonly project: LiveProject
}

/**
 * Serves the application and its data to browsers on this machine until the scope closes. Returns the address; fails
 * with `AddressUnavailable`.
 */
export const serveLive = Effect.fn("serveLive")(function* ({ assets, port, project }: LiveServerOptions) {
  const nodeServer = createServer()
  const server = yield* listen(nodeServer, { host, port, disablePreemptiveShutdown: true })
  // Tabs keep a connection open for events, which would never end by itself.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      nodeServer.close()
      nodeServer.closeAllConnections()
    })
  )
  const address = HttpServer.formatAddress(server.address)
  const boundPort = Number(new URL(address).port)
  const files = filesOf(assets)
  yield* server.serve(
    Effect.gen(function* () {
      const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
      const refusal = refusalOf(method, headers, boundPort)
      if (refusal !== undefined) return refusal
      const [path = ""] = url.split("?", 1)
      const file = files.get(path)
      if (file !== undefined) return file
      if (path === "/events") return eventsResponse(project, method, headers["last-event-id"])
      const document = project.find(dataName.exec(path)?.[1] ?? "")
      if (document === undefined) return textResponse(404, "Unknown path. The Explorer is at /.")
      return yield* Effect.match(document, {
        onSuccess: (json) => HttpServerResponse.text(json, { contentType: "application/json", headers: dataHeaders }),
        onFailure: ({ message }) => textResponse(503, message)
      })
    })
  )
  return address
})

/** Browsers elsewhere cannot reach it. */
const host = "127.0.0.1"

/** A key into the map of bodies, never a path. */
const dataName = /^\/data\/([^/]+)\.json$/

const commonHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff"
}

const dataHeaders = { ...commonHeaders, "Cache-Control": "no-store" }

const textResponse = (status: number, message: string) =>
  HttpServerResponse.text(`${message}\n`, {
    status,
    headers: status === 405 ? { ...dataHeaders, Allow: "GET, HEAD" } : dataHeaders
  })

/** The shell and the assets, by their paths. */
const filesOf = (assets: ExplorerAssets): ReadonlyMap<string, HttpServerResponse.HttpServerResponse> => {
  const shell = renderShell(assets, { source: "live", assetsPath: "assets/" })
  return new Map([
    [
      "/",
      fileResponse(shell, "text/html", { ...dataHeaders, "Content-Security-Policy": explorerContentSecurityPolicy })
    ],
    ...Object.values(assets).map(
      ({ contentType, name, text }) => [`/assets/${name}`, fileResponse(text, contentType, commonHeaders)] as const
    )
  ])
}

const fileResponse = (text: string, contentType: string, headers: Readonly<Record<string, string>>) =>
  HttpServerResponse.text(text, { contentType: `${contentType}; charset=utf-8`, headers })

/**
 * Sends an event for each change. A browser that connects again says which state it has seen, and is told at once if
 * there is another.
 */
const eventsResponse = ({ changes }: LiveProject, method: string, seen: string | undefined) => {
  const headers = dataHeaders
  if (method === "HEAD") return HttpServerResponse.empty({ status: 200, headers })
  const events = changes.pipe(
    Stream.zipWithIndex,
    Stream.map(([id, index]) =>
      index === 0 && (seen === undefined || seen === id)
        ? `retry: ${retryMillis}\nid: ${id}\n\n`
        : `id: ${id}\nevent: change\ndata: ${id}\n\n`
    )
  )
  return HttpServerResponse.stream(Stream.encodeText(events), { contentType: "text/event-stream", headers })
}

/** When a browser connects again, such as to a server that was started again. */
const retryMillis = 1000

/**
 * Refuses what no page of this server sends. Only the right host name is accepted, since a web page can give its own
 * name this address (DNS rebinding), and browsers say which pages send a request.
 */
const refusalOf = (method: string, headers: Headers.Headers, port: number) => {
  if (!hostNames.some((name) => headers.host === `${name}:${port}`)) {
    return textResponse(421, `This server is http://127.0.0.1:${port}, and no other.`)
  }
  if (!allowedMethods.has(method)) return textResponse(405, "Only GET and HEAD are allowed.")
  const site = headers["sec-fetch-site"]
  if (site === undefined || ownSites.has(site) || isLinkFollowed(headers)) return undefined
  return textResponse(403, "Other pages cannot read this server.")
}

const hostNames = ["127.0.0.1", "localhost"]

const allowedMethods: ReadonlySet<string> = new Set(["GET", "HEAD"])

/** `none`: the user typed the address. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"])

/** True if the page itself is opened, by a link on any page. */
const isLinkFollowed = (headers: Headers.Headers): boolean =>
  headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
