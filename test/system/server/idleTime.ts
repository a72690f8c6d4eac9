/** How long a draining server keeps idle connections open, in milliseconds (`DrainTimes.grace`). */
const grace = 500

const lost: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"])

/**
 * Measures for how long a kept connection can have been idle before a request on it is sent, given when the request
 * before it was begun, which is before its response. A draining server may have closed a connection that was idle for
 * longer than the grace period, and no other one.
 */
export const idleTime = (previousSentAt: number) => {
  let sentAt: number | undefined
  return {
    /** Call when the operating system has the request. */
    stop: () => {
      sentAt ??= performance.now()
    },
    /** True if the server may have closed the connection, so that its loss is no failure of the server. */
    mayBeClosed: ({ code }: { readonly code?: string | undefined }): boolean =>
      lost.has(code) && (sentAt ?? performance.now()) - previousSentAt >= grace
  }
}
