/** A response, or what became of the connection instead. */
export interface SoakAnswer {
  readonly status: number
  readonly errorCode: string | undefined
  /** The length of the body, and what `Content-Length` promised. */
  readonly bytes: number
  readonly promised: number | undefined
  /** `X-Taxonomy-Version`, such as `v1.2`. */
  readonly version: string | undefined
  readonly etag: string | undefined
  /** The SHA-1 digest of the body as it came. */
  readonly digest: string
  /** `X-RateLimit-Limit` and `X-RateLimit-Remaining`. */
  readonly limit: string | undefined
  readonly remaining: string | undefined
  /** The error of a connection; `undefined` if there was a response. */
  readonly failure: string | undefined
}

/** The answer of a connection that failed. */
export const failedAnswer = (failure: string): SoakAnswer => ({
  status: 0,
  errorCode: undefined,
  bytes: 0,
  promised: undefined,
  version: undefined,
  etag: undefined,
  digest: "",
  limit: undefined,
  remaining: undefined,
  failure
})

/** The answer in the parts of a response. Header names are in lower case. */
export const toAnswer = (
  status: number,
  header: (name: string) => string | undefined,
  bytes: number,
  digest: string
): SoakAnswer => {
  const length = header("content-length")
  return {
    status,
    errorCode: header("x-error-code"),
    bytes,
    promised: length === undefined ? undefined : Number(length),
    version: header("x-taxonomy-version"),
    etag: header("etag"),
    digest,
    limit: header("x-ratelimit-limit"),
    remaining: header("x-ratelimit-remaining"),
    failure: undefined
  }
}

/** What was answered, for the report: a status with its reason, or the error of the connection. */
export const outcomeOf = ({ errorCode, failure, status }: SoakAnswer): string =>
  failure ?? (errorCode === undefined ? String(status) : `${status} ${errorCode}`)
