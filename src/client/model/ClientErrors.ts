import type { Replacement } from "./Model.generated.ts"

// Plain classes, since users of promises need only `instanceof`, `_tag` and a message.

/** The base of every error of the client. `name` is the name of its class, and so is `_tag`, but for `KeyExpired`. */
// @effect-diagnostics-next-line extendsNativeError:off
export abstract class TaxonomyError extends Error {
  /** The name of the class; of `KeyExpired`, that of the class which it extends. */
  abstract readonly _tag: string
  /**
   * The error code of the service, the value of `X-Error-Code`. Without one, the code of the class, such as
   * `network-error`; of a `NetworkError`, the code of the system if there is one.
   */
  abstract readonly code: string
  /** The HTTP status of the response; `undefined` without a response. */
  abstract readonly status: number | undefined
  /** The id of the request in the server's log; absent if no request was sent. */
  readonly requestId: string | undefined

  /** Made by the client, and by tests. */
  constructor(message: string, requestId: string | undefined, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.requestId = requestId
  }
}

/** An error with its tag, code and status. */
export interface TaggedError<
  Tag extends string,
  Code extends string,
  Status extends number | undefined
> extends TaxonomyError {
  /** The name of the class. */
  readonly _tag: Tag
  readonly code: Code
  readonly status: Status
  /** The name of the class. */
  readonly name: Tag
}

/** Made by the client, and by tests. */
type TaggedErrorClass<Tag extends string, Code extends string, Status extends number | undefined> = new (
  message: string,
  requestId: string | undefined,
  cause?: unknown
) => TaggedError<Tag, Code, Status>

/** The base of a class of errors, whose name is their tag. The stack needs the name before there are fields. */
/* @__NO_SIDE_EFFECTS__ */
export const taggedError = <Tag extends string, Code extends string, Status extends number | undefined>(
  tag: Tag,
  code: Code,
  status: Status
): TaggedErrorClass<Tag, Code, Status> =>
  class extends TaxonomyError {
    readonly _tag = tag
    readonly code = code
    readonly status = status
    override get name(): Tag {
      return tag
    }
  }

/** The base of a class of errors that the service answers. It can send another code. */
/* @__NO_SIDE_EFFECTS__ */
const answerError = <Tag extends string, Status extends number>(tag: Tag, code: string, status: Status) =>
  taggedError(tag, code, status)

/** An option or an argument is invalid. No request was sent. */
export class InvalidArgument extends taggedError("InvalidArgument", "invalid-argument", undefined) {
  /** The name of the option or argument, such as `baseUrl`. */
  readonly argument: string

  /** Made by the client, and by tests. */
  constructor(argument: string, problem: string) {
    super(`${argument}: ${problem}`, undefined)
    this.argument = argument
  }
}

/** 400: a parameter is unknown or malformed, such as a filter by an unknown value. */
export class BadRequest extends answerError("BadRequest", "bad-request", 400) {}

/** 400: a dimension, a value or a license was removed. The message names it and its replacement. */
export class CodeRemoved extends answerError("CodeRemoved", "code-removed", 400) {
  /** The items that replace it: `dimension/VALUE`, `dimension` or a license code. Empty if none does. */
  readonly replacedBy: ReadonlyArray<string>
  /**
   * `one_of`: each of these items replaces it. `all_of`: they replace it together. Absent if none does, or if the
   * response does not say.
   */
  readonly mode: Replacement["mode"] | undefined

  /** Made by the client, and by tests. */
  constructor(
    message: string,
    requestId: string | undefined,
    replacedBy: ReadonlyArray<string>,
    mode?: Replacement["mode"]
  ) {
    super(message, requestId)
    this.replacedBy = replacedBy
    this.mode = mode
  }
}

/** 401: the API key is missing, malformed or unknown. */
export class Unauthorized extends answerError("Unauthorized", "unauthorized", 401) {}

/** 403: the API key was revoked, or has expired: `KeyExpired`. */
export class KeyRevoked extends TaxonomyError {
  readonly _tag = "KeyRevoked"
  readonly code: string = "key-revoked"
  readonly status = 403
  /** The name of the class. */
  override get name(): "KeyRevoked" | "KeyExpired" {
    return "KeyRevoked"
  }
}

/** 403: the API key has expired. Code that handles `KeyRevoked`, by its class or its `_tag`, handles this, too. */
export class KeyExpired extends KeyRevoked {
  override readonly code: string = "key-expired"
  /** The name of the class. */
  override get name(): "KeyExpired" {
    return "KeyExpired"
  }
}

/**
 * 404: the release has no license with this code, or does not have this resource. An older server does not tell an
 * unknown `version` from these.
 */
export class NotFound extends answerError("NotFound", "not-found", 404) {}

/** 404: no release has this `version`, or every release that it selects was withdrawn. */
export class VersionNotFound extends answerError("VersionNotFound", "version-not-found", 404) {}

/** 404: no endpoint has this path. Either `baseUrl` is wrong, or the service has no API for the major of `version`. */
export class PathNotFound extends answerError("PathNotFound", "path-not-found", 404) {}

/** 429: the hourly or daily limit of the API key is used up. The client does not retry. */
export class RateLimitExceeded extends answerError("RateLimitExceeded", "rate-limit-exceeded", 429) {
  /** The seconds to wait; absent if the response does not say. */
  readonly retryAfter: number | undefined
  /** The address where a higher limit is offered. */
  readonly upgradeUrl: string | undefined

  /** Made by the client, and by tests. */
  constructor(
    message: string,
    requestId: string | undefined,
    facts: { readonly retryAfter: number | undefined; readonly upgradeUrl: string | undefined }
  ) {
    super(message, requestId)
    this.retryAfter = facts.retryAfter
    this.upgradeUrl = facts.upgradeUrl
  }
}

/** 5xx, after all retries. */
export class ServerError extends TaxonomyError {
  readonly _tag = "ServerError"
  readonly code: string = "server-error"
  /** The name of the class. */
  override get name(): "ServerError" {
    return "ServerError"
  }
  readonly status: number
  /** The number of requests that were sent. */
  readonly attempts: number
  /** The seconds to wait; absent if the response does not say. Retries waited for it, up to `maxRetryDelay`. */
  readonly retryAfter: number | undefined

  /** Made by the client, and by tests. */
  constructor(
    message: string,
    requestId: string | undefined,
    facts: { readonly status: number; readonly attempts: number; readonly retryAfter: number | undefined }
  ) {
    super(message, requestId)
    this.status = facts.status
    this.attempts = facts.attempts
    this.retryAfter = facts.retryAfter
  }
}

/** The response was not complete within the time-out. The client does not retry. */
export class RequestTimedOut extends taggedError("RequestTimedOut", "request-timed-out", undefined) {
  /** In milliseconds. */
  readonly timeout: number

  /** Made by the client, and by tests. */
  constructor(message: string, requestId: string | undefined, timeout: number) {
    super(message, requestId)
    this.timeout = timeout
  }
}

/** The connection failed, after all retries. `cause` is the error of `fetch`; a copy without the API key if it holds it. */
export class NetworkError extends TaxonomyError {
  readonly _tag = "NetworkError"
  readonly status = undefined
  /** The name of the class. */
  override get name(): "NetworkError" {
    return "NetworkError"
  }
  /** The number of requests that were sent. */
  readonly attempts: number
  /** The system code of the reason, such as `ECONNREFUSED` or `ENOTFOUND`; `network-error` if there is none. */
  readonly code: string

  /** Made by the client, and by tests. */
  constructor(
    message: string,
    requestId: string | undefined,
    facts: { readonly attempts: number; readonly code: string | undefined; readonly cause?: unknown }
  ) {
    super(message, requestId, facts.cause)
    this.attempts = facts.attempts
    this.code = facts.code ?? "network-error"
  }
}

/**
 * A response that violates the contract: it comes from something else than the service, or from an unknown version of
 * it. The message names the violation, or quotes the beginning of the body.
 */
export class UnexpectedAnswer extends TaxonomyError {
  readonly _tag = "UnexpectedAnswer"
  readonly code: string = "unexpected-answer"
  /** The name of the class. */
  override get name(): "UnexpectedAnswer" {
    return "UnexpectedAnswer"
  }
  readonly status: number

  /** Made by the client, and by tests. */
  constructor(message: string, requestId: string | undefined, status: number) {
    super(message, requestId)
    this.status = status
  }
}

/** Any error of a call; `switch` on its `_tag`. */
export type AnyTaxonomyError =
  | InvalidArgument
  | BadRequest
  | CodeRemoved
  | Unauthorized
  | KeyRevoked
  | NotFound
  | VersionNotFound
  | PathNotFound
  | RateLimitExceeded
  | ServerError
  | RequestTimedOut
  | NetworkError
  | UnexpectedAnswer
