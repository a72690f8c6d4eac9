import { randomBytes } from "node:crypto"
import * as OtlpResource from "effect/observability/OtlpResource"
import type { ScopeSpan } from "effect/observability/OtlpTracer"
import { sanitizeLogText } from "../observability/LogText.ts"
import type { TraceStep } from "./RequestTrace.ts"
import type { TraceParent } from "./TraceParent.ts"

/** A span as OTLP has it. */
export type OtlpSpan = ScopeSpan["spans"][number]

/** What is known about a request after its response. */
export interface TracedRequest {
  readonly id: string
  readonly method: string
  /** The request target as it was sent. */
  readonly target: string
  readonly httpVersion: string
  /** The address of the client, `undefined` if its connection is closed. */
  readonly client: string | undefined
  /** Such as `/api/taxonomy/{api_version}/schema`, `undefined` if no endpoint has the path. */
  readonly route: string | undefined
  readonly status: number
  /** Of the response. */
  readonly bodyBytes: number
  /** The release that answered, such as `1.0.0`. */
  readonly release: string | undefined
  /** The prefix of the API key that was used or tried. */
  readonly key: string | undefined
  readonly startedNanos: bigint
  readonly endedNanos: bigint
}

export interface SpanOptions {
  readonly parent: TraceParent | undefined
  readonly steps: ReadonlyArray<TraceStep>
  /** Unix time minus the time of the monotonic clock. */
  readonly epochNanos: bigint
}

/** Makes the spans of a request, named and described by the semantic conventions for HTTP servers. The first has no parent here. */
export const makeRequestSpans = (
  request: TracedRequest,
  { epochNanos, parent, steps }: SpanOptions
): readonly [OtlpSpan, ...ReadonlyArray<OtlpSpan>] => {
  const traceId = parent?.traceId ?? randomBytes(16).toString("hex")
  const toUnix = (nanos: bigint): string => String(epochNanos + nanos)
  const span = (own: Pick<OtlpSpan, "name" | "kind" | "attributes" | "parentSpanId" | "status">, times: Times) => ({
    ...own,
    traceId,
    spanId: randomBytes(8).toString("hex"),
    startTimeUnixNano: toUnix(times.startedNanos),
    endTimeUnixNano: toUnix(times.endedNanos),
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    links: [],
    droppedLinksCount: 0
  })
  const server = span(
    {
      name: spanName(request),
      kind: serverKind,
      parentSpanId: parent?.spanId,
      attributes: OtlpResource.entriesToAttributes(attributesOf(request)),
      status: { code: request.status >= 500 ? errorCode : unsetCode }
    },
    request
  )
  const children = steps.map((step) =>
    span(
      { name: step.name, kind: internalKind, parentSpanId: server.spanId, attributes: [], status: { code: unsetCode } },
      step
    )
  )
  return [server, ...children]
}

type Times = Pick<TracedRequest, "startedNanos" | "endedNanos">

// SpanKind and StatusCode of opentelemetry/proto/trace/v1/trace.proto.
const internalKind = 1
const serverKind = 2
const unsetCode = 0
const errorCode = 2

const spanName = ({ method, route }: TracedRequest): string => {
  const known = methods.has(method) ? method : "HTTP"
  return route === undefined ? known : `${known} ${route}`
}

const attributesOf = (request: TracedRequest): ReadonlyArray<[string, unknown]> => {
  const { bodyBytes, client, httpVersion, id, key, method, release, route, status, target } = request
  const mark = target.indexOf("?")
  const attributes: ReadonlyArray<[string, unknown]> = [
    ["http.request.method", methods.has(method) ? method : "_OTHER"],
    ["http.request.method_original", methods.has(method) ? undefined : mask(method)],
    ["url.scheme", "http"],
    ["url.path", mask(mark === -1 ? target : target.slice(0, mark))],
    ["url.query", mark === -1 ? undefined : mask(target.slice(mark + 1))],
    ["http.route", route],
    ["http.response.status_code", status],
    ["http.response.body.size", bodyBytes],
    ["error.type", status >= 500 ? String(status) : undefined],
    ["network.protocol.version", httpVersion],
    ["client.address", client],
    ["taxonomy.release", release],
    ["taxonomy.key_prefix", key],
    ["taxonomy.request_id", id]
  ]
  return attributes.filter(([, value]) => value !== undefined)
}

/** Shortens a text and cuts API keys to their prefix. */
const mask = (text: string): string => sanitizeLogText(text, maxTextLength)

const maxTextLength = 256

/** The methods that the conventions name. Others would give any number of span names. */
const methods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE"
])
