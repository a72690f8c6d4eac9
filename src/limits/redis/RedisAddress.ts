import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"
import { decodePercent } from "../../platform/PercentEncoding.ts"

export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly database: number
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  /** The address for messages, without user name and password. */
  readonly shown: string
}

/** The address is invalid. The message does not repeat it, since it may contain a password. */
export class RedisAddressInvalid extends Schema.TaggedError<RedisAddressInvalid>()("RedisAddressInvalid", {
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.reason}. Write ${form}`
  }
}

/** Parses `redis[s]://[[user][:password]@]host[:port][/database]`. */
export const parseRedisAddress = (text: string): Result.Result<RedisAddress, RedisAddressInvalid> => {
  const scheme = /^(rediss?):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return invalid("The address does not start with redis:// or rediss://")
  const url = URL.parse(text)
  if (url === null) {
    return invalid(
      "The address is not a valid URL. Check the port, and percent-encode special characters in a password"
    )
  }
  if (url.hostname === "") return invalid("The address has no host")
  if (url.port === "0") return invalid("The port must be from 1 to 65535")
  if (url.search !== "" || url.hash !== "") return invalid("The address has a part after ? or #")
  const path = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1]
  if (path === undefined) return invalid("The database is not a number")
  const username = decodePercent(url.username)
  const password = decodePercent(url.password)
  if (username === undefined || password === undefined) {
    return invalid("The user name or password contains an invalid %. Write it as %25")
  }
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
