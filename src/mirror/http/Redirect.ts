import * as Result from "effect/Result"

/** Where a redirect leads. */
export interface RedirectTarget {
  readonly url: string
  /** True if credentials may follow. */
  readonly isSameOrigin: boolean
}

/** Statuses whose `Location` a client may follow for GET (RFC 9110, section 15.4). */
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Resolves the `Location` of a redirect. Refuses to leave encryption. */
export const resolveRedirect = (
  from: string,
  location: string | undefined
): Result.Result<RedirectTarget, "insecure" | "malformed"> => {
  if (location === undefined || !URL.canParse(location, from)) return Result.fail("malformed")
  const [source, target] = [new URL(from), new URL(location, from)]
  if (target.protocol !== "https:" && target.protocol !== "http:") return Result.fail("malformed")
  if (source.protocol === "https:" && target.protocol === "http:") return Result.fail("insecure")
  target.hash = ""
  target.username = ""
  target.password = ""
  return Result.succeed({ url: target.href, isSameOrigin: source.origin === target.origin })
}

export const maxRedirects = 5
