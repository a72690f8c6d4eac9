import { createServer, type ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ExportedMetrics, ExportedTraces, type Metric, type Span } from "./OtlpJson.ts"

/** How a collector treats what is sent to it. */
export type Behaviour = "takes" | "refuses" | "hangs"

/** A request that was sent to a collector. */
interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A collector that records what is sent to it, until the scope closes. */
export const startCollector = Effect.gen(function* () {
  const sent: Array<Sent> = []
  const waiting: Array<ServerResponse> = []
  let behaviour: Behaviour = "takes"
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, url = "" } = request
      if (behaviour === "hangs") return void waiting.push(response)
      if (behaviour === "takes") sent.push({ path: url, headers, text: Buffer.concat(chunks).toString() })
      response.writeHead(behaviour === "takes" ? 200 : 400, { "Content-Type": "application/json" }).end("{}")
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const to = (path: string) => sent.filter((each) => each.path === path)
  return {
    url: `http://127.0.0.1:${port}`,
    sent: (): ReadonlyArray<Sent> => sent,
    behave: (next: Behaviour): void => {
      behaviour = next
    },
    /** Requests that got no response. */
    waiting: () => waiting.length,
    spans: (): ReadonlyArray<Span> =>
      to("/v1/traces").flatMap(({ text }) =>
        decodeTraces(text).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      ),
    /** The metrics of the last export. */
    metrics: (): ReadonlyArray<Metric> =>
      to("/v1/metrics")
        .slice(-1)
        .flatMap(({ text }) => decodeMetrics(text).resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    resources: () =>
      sent.map(({ path, text }) =>
        path === "/v1/traces"
          ? decodeTraces(text).resourceSpans[0]?.resource
          : decodeMetrics(text).resourceMetrics[0]?.resource
      )
  }
})

export type Collector = Effect.Success<typeof startCollector>

const decodeTraces = Schema.decodeUnknownSync(Schema.fromJsonString(ExportedTraces), { onExcessProperty: "error" })
const decodeMetrics = Schema.decodeUnknownSync(Schema.fromJsonString(ExportedMetrics), { onExcessProperty: "error" })
