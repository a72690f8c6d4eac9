// Plain classes, for those who use promises: `instanceof`, `_tag` and a message are all that they need.

/** What every error of the client has. `_tag` and `name` are the name of its class. */
// @effect-diagnostics-next-line extendsNativeError:off
export abstract class TaxonomyError extends Error {
  /** The name of the class. */
  abstract readonly _tag: string
  /** By which the operator finds the request; absent where none was made. */
  readonly requestId: string | undefined

  /** The client makes these, and tests may. */
  constructor(message: string, requestId: string | undefined) {
    super(message)
    this.requestId = requestId
  }
}

/** An option or an argument that cannot be used. No request was made. */
export class InvalidArgument extends TaxonomyError {
  readonly _tag = "InvalidArgument"
  /** The name of the option or argument, such as `baseUrl`. */
  readonly argument: string

  /** The client makes these, and tests may. */
  constructor(argument: string, problem: string) {
    super(`${argument}: ${problem}`, undefined)
    this.argument = argument
  }

  static {
    this.prototype.name = "InvalidArgument"
  }
}

/** 400: a parameter is unknown or malformed, such as a filter by a value that does not exist. */
export class BadRequest extends TaxonomyError {
  readonly _tag = "BadRequest"

  static {
    this.prototype.name = "BadRequest"
  }
}

/** 400: a dimension, a value or a license was removed. The message names it and its replacement. */
export class CodeRemoved extends TaxonomyError {
  readonly _tag = "CodeRemoved"
  /** The names or codes that take its place in the release that was asked, any of them; empty where nothing does. */
  readonly replacedBy: ReadonlyArray<string>

  /** The client makes these, and tests may. */
  constructor(message: string, requestId: string | undefined, replacedBy: ReadonlyArray<string>) {
    super(message, requestId)
    this.replacedBy = replacedBy
  }

  static {
    this.prototype.name = "CodeRemoved"
  }
}

/** 401: the key is unknown or wrong. */
export class Unauthorized extends TaxonomyError {
  readonly _tag = "Unauthorized"

  static {
    this.prototype.name = "Unauthorized"
  }
}

/** 403: the key was revoked. */
export class KeyRevoked extends TaxonomyError {
  readonly _tag = "KeyRevoked"

  static {
    this.prototype.name = "KeyRevoked"
  }
}

/** 404: no license of the release has the code. */
export class NotFound extends TaxonomyError {
  readonly _tag = "NotFound"

  static {
    this.prototype.name = "NotFound"
  }
}

/** 404: the release that `version` names was not published, or all that it may mean was withdrawn. */
export class VersionNotFound extends TaxonomyError {
  readonly _tag = "VersionNotFound"

  static {
    this.prototype.name = "VersionNotFound"
  }
}

/** 404: nothing is served at the path. `baseUrl` is wrong, or the service has no API of the major that `version` names. */
export class PathNotFound extends TaxonomyError {
  readonly _tag = "PathNotFound"

  static {
    this.prototype.name = "PathNotFound"
  }
}

/** 429: the key has used up the requests of an hour or of a day. It is never sent again by itself. */
export class RateLimitExceeded extends TaxonomyError {
  readonly _tag = "RateLimitExceeded"
  /** The seconds until requests are answered again; absent where the answer did not say. */
  readonly retryAfter: number | undefined
  /** Where a higher limit is to be had. */
  readonly upgradeUrl: string | undefined

  /** The client makes these, and tests may. */
  constructor(
    message: string,
    requestId: string | undefined,
    facts: { readonly retryAfter: number | undefined; readonly upgradeUrl: string | undefined }
  ) {
    super(message, requestId)
    this.retryAfter = facts.retryAfter
    this.upgradeUrl = facts.upgradeUrl
  }

  static {
    this.prototype.name = "RateLimitExceeded"
  }
}

/** 5xx, also after the retries. */
export class ServerError extends TaxonomyError {
  readonly _tag = "ServerError"
  /** The status of the last answer. */
  readonly status: number
  /** How many requests were sent. */
  readonly attempts: number
  /** The seconds until it is worth asking again; absent where the answer did not say. The retries do not wait for it. */
  readonly retryAfter: number | undefined

  /** The client makes these, and tests may. */
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

  static {
    this.prototype.name = "ServerError"
  }
}

/** The answer was not there within the time-out. It is not asked for again. */
export class RequestTimedOut extends TaxonomyError {
  readonly _tag = "RequestTimedOut"
  /** In milliseconds. */
  readonly timeout: number

  /** The client makes these, and tests may. */
  constructor(message: string, requestId: string | undefined, timeout: number) {
    super(message, requestId)
    this.timeout = timeout
  }

  static {
    this.prototype.name = "RequestTimedOut"
  }
}

/** The connection could not be made, or it broke, also after the retries. */
export class NetworkError extends TaxonomyError {
  readonly _tag = "NetworkError"
  /** How many requests were sent. */
  readonly attempts: number
  /** What the system calls the reason, such as `ECONNREFUSED` or `ENOTFOUND`; absent where it does not say. */
  readonly code: string | undefined

  /** The client makes these, and tests may. */
  constructor(
    message: string,
    requestId: string | undefined,
    facts: { readonly attempts: number; readonly code: string | undefined }
  ) {
    super(message, requestId)
    this.attempts = facts.attempts
    this.code = facts.code
  }

  static {
    this.prototype.name = "NetworkError"
  }
}

/**
 * An answer that the contract does not have: not from the service, or from one that the client does not know. The
 * message says what was wrong with it, or how it begins.
 */
export class UnexpectedAnswer extends TaxonomyError {
  readonly _tag = "UnexpectedAnswer"
  /** The status of the answer. */
  readonly status: number

  /** The client makes these, and tests may. */
  constructor(message: string, requestId: string | undefined, status: number) {
    super(message, requestId)
    this.status = status
  }

  static {
    this.prototype.name = "UnexpectedAnswer"
  }
}

/** Any error of a call. `switch` on its `_tag`. */
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
