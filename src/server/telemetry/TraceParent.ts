/** The span of a caller, from its `traceparent` header (W3C Trace Context). */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

/** Parses a `traceparent` header. Returns `undefined` if it is missing or invalid, which starts a new trace. */
export const parseTraceParent = (header: string | undefined): TraceParent | undefined => {
  const [, version, traceId = "", spanId = "", flags = "", rest = ""] =
    header === undefined ? [] : (form.exec(header) ?? [])
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Later versions may append fields. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const zeros = /^0+$/
