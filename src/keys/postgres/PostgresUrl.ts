import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** A database that a URL names. */
export interface PostgresUrl {
  readonly url: Redacted.Redacted
  /** The URL for messages, without its password and parameters. */
  readonly shown: string
  readonly hasPassword: boolean
  /** The file in `sslrootcert`, as in the tools of PostgreSQL; `undefined` if TLS is disabled. */
  readonly rootCertificate: string | undefined
}

/** A database with the content of its certificate file, in PEM. */
export interface PostgresDatabase extends PostgresUrl {
  readonly authorities: string | undefined
}

/** Parses the URL of a PostgreSQL database. Errors never repeat a part of it, which may be a part of the password. */
export const parsePostgresUrl = (text: string): Result.Result<PostgresUrl, string> => {
  const url = URL.parse(text)
  // A slash, question mark or hash in a password ends the address early, and the rest would be shown.
  if (url === null || /[@#]/.test(url.pathname + url.search + url.hash)) {
    return Result.fail(
      "--keys is not a valid PostgreSQL URL, such as postgres://user@host:5432/database. Percent-encode special characters in a password as %XX"
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
