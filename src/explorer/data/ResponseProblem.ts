import type { ErrorCode } from "../../api/bodies/ErrorCode.ts"
import type { DataProblem } from "./DataSource.ts"

/** Why the API refused a request. `now` in milliseconds, since the response says how long to wait. */
export const toProblem = ({ headers, status }: Pick<Response, "headers" | "status">, now: number): DataProblem => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Other codes are the default below
  switch (headers.get("X-Error-Code") as ErrorCode | null) {
    case "key-missing":
      return { _tag: "KeyMissing" }
    case "key-invalid":
      return { _tag: "KeyInvalid" }
    case "key-revoked":
      return { _tag: "KeyRevoked" }
    case "key-expired":
      return { _tag: "KeyExpired" }
    case "limit-exceeded": {
      const seconds = Number(headers.get("Retry-After") ?? NaN)
      return { _tag: "LimitExceeded", retryAt: Number.isFinite(seconds) ? now + seconds * 1000 : undefined }
    }
    case "version-not-found":
      return { _tag: "VersionNotFound" }
    case "draining":
    case "service-unavailable":
      return { _tag: "Unreachable" }
    default:
      // A proxy whose server is gone answers for it.
      if (status >= 502 && status <= 504) return { _tag: "Unreachable" }
      return status === 404
        ? { _tag: "NotFound" }
        : { _tag: "Unexpected", status, requestId: headers.get("X-Request-ID") ?? undefined }
  }
}
