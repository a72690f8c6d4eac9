import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"

/** Which Redis, and how it is asked in. */
export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly database: number
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  /** What may be shown of it: everything but who asks and the password. */
  readonly shown: string
}

/** Says what is wrong with an address without repeating it, since it may hold a password. */
export class RedisAddressInvalid extends Schema.TaggedError<RedisAddressInvalid>()("RedisAddressInvalid", {
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.reason}: a Redis is named as ${form}`
  }
}

/** Reads `redis[s]://[[user][:password]@]host[:port][/database]`. */
export const parseRedisAddress = (text: string): Result.Result<RedisAddress, RedisAddressInvalid> => {
  const scheme = /^(rediss?):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return invalid("The address does not begin with redis:// or rediss://")
  const url = URL.parse(text)
  if (url === null)
    return invalid("The address is no URL, or its port is none; signs in a password are percent-encoded")
  if (url.hostname === "") return invalid("The address names no host")
  if (url.port === "0") return invalid("The port is from 1 to 65535")
  if (url.search !== "" || url.hash !== "") return invalid("The address has a part after ? or #")
  const path = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1]
  if (path === undefined) return invalid("The database is no number")
  const username = decoded(url.username)
  const password = decoded(url.password)
  if (username === undefined || password === undefined) return invalid("A % in the name or password is not %25")
  const port = url.port === "" ? defaultPort : Number(url.port)
  const database = Number(path)
  return Result.succeed({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port,
    tls: scheme === "rediss",
    database,
    username: username === "" ? undefined : username,
    password: password === "" ? undefined : Redacted.make(password),
    shown: `${scheme}://${url.hostname}:${port}/${database}`
  })
}

const form = "redis://host, or rediss://user:password@host:6379/0"

const defaultPort = 6379

const invalid = (reason: string) => Result.fail(new RedisAddressInvalid({ reason }))

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
