import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { RedisAddress } from "../../limits/redis/RedisConnection.ts"
import { decodePercent } from "../../platform/PercentEncoding.ts"

/**
 * Parses `redis[s]://[[user][:password]@]host[:port][/database]`,
 * `redis[s]+sentinel://[[user][:password]@]host[:port][,host[:port]]/primary[/database]`, and
 * `redis[s]+cluster://[[user][:password]@]host[:port][,host[:port]]`. The reason of a failure does not repeat the text, which
 * may contain a password.
 */
export const parseRedisAddress = (text: string): Result.Result<RedisAddress, string> => {
  const found = sentinelForm.exec(text) ?? clusterForm.exec(text)
  if (found === null) return parseNodeAddress(text)
  const [, scheme = "", user = "", names = "", primary, database = ""] = found
  const port = primary === undefined ? defaultPort : defaultSentinelPort
  const hosts = names.split(",").map((name) => (/:\d+$/.test(name) ? name : `${name}:${port}`))
  return Result.flatMap(
    Result.all(hosts.map((host) => parseNodeAddress(`${scheme}://${user}${host}${database}`))),
    ([first]) =>
      first === undefined
        ? invalid("The address has no host")
        : Result.succeed({
            ...first,
            ...(primary === undefined ? { cluster: hosts } : { sentinel: { hosts, primary } }),
            shown: `${scheme.toLowerCase()}+${primary === undefined ? "cluster" : "sentinel"}://${hosts.join(",")}${primary === undefined ? "" : `/${primary}${database}`}`
          })
  )
}

// The password may contain an @ that is not encoded, as the URLs of other programs may.
const sentinelForm = /^(rediss?)\+sentinel:\/\/(.*@)?([^@/]+)\/([^/?#@\s]+)(\/.*)?$/i
// A cluster has one database.
const clusterForm = /^(rediss?)\+cluster:\/\/(.*@)?([^@/?#\s]+)\/?$/i
const defaultSentinelPort = 26_379

const parseNodeAddress = (text: string): Result.Result<RedisAddress, string> => {
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
  if (decodePercent(url.username) === undefined || decodePercent(url.password) === undefined) {
    return invalid("The user name or password contains an invalid %. Write it as %25")
  }
  return Result.succeed({
    url: Redacted.make(text),
    hasPassword: url.password !== "",
    shown: `${scheme}://${url.hostname}:${url.port || defaultPort}/${Number(path)}`
  })
}

const form =
  "redis://host, rediss://user:password@host:6379/0, redis+sentinel://host,host/primary, or redis+cluster://host,host"
const defaultPort = 6379

const invalid = (reason: string) => Result.fail(`${reason}. Write ${form}`)
