import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** A database that a URL names. */
export interface PostgresLocation {
  readonly url: Redacted.Redacted
  /** The URL without its password and its parameters, for messages. */
  readonly shown: string
  readonly hasPassword: boolean
  /** The file that `sslrootcert` names, as for the tools of PostgreSQL; nothing where the connection is not encrypted. */
  readonly rootCertificate: string | undefined
}

/** A location with what its file of certificates holds, in PEM; nothing where it names none. */
export interface PostgresAddress extends PostgresLocation {
  readonly authorities: string | undefined
}

/** Reads a URL of PostgreSQL. What it is refused for never repeats a part of it, which may be one of the password. */
export const postgresLocation = (text: string): Result.Result<PostgresLocation, string> => {
  const url = URL.parse(text)
  // A password with a slash, a question mark or a hash in it ends the address early, and what follows would be shown.
  if (url === null || /[@#]/.test(url.pathname + url.search + url.hash)) {
    return Result.fail(
      "--keys is no URL of PostgreSQL, such as postgres://user@host:5432/database. In a password, write characters other than letters and digits as %XX"
    )
  }
  const user = url.username === "" ? "" : `${url.username}@`
  return Result.succeed({
    url: Redacted.make(text, { label: "postgres" }),
    shown: `${url.protocol}//${user}${url.host}${url.pathname}`,
    hasPassword: url.password !== "" || url.searchParams.has("password"),
    rootCertificate:
      url.searchParams.get("sslmode") === "disable" ? undefined : (url.searchParams.get("sslrootcert") ?? undefined)
  })
}
