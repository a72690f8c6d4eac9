import { makeReply, type Reply } from "./Reply.ts"

/** Who may store a response that an API key is needed for: shared caches and clients, clients alone, or nobody. */
export type CachePolicy = "public" | "private" | "no-store"

/** Makes the function that restricts what a cacheable reply permits. Replies are prepared, so each is changed once. */
export const makeCachePolicy = (policy: CachePolicy): ((reply: Reply) => Reply) => {
  if (policy === "public") return (reply) => reply
  const restricted = new WeakMap<Reply, Reply>()
  return (reply) => {
    const known = restricted.get(reply)
    if (known !== undefined) return known
    const changed = restrict(reply, policy)
    restricted.set(reply, changed)
    return changed
  }
}

const restrict = (reply: Reply, policy: "private" | "no-store"): Reply => {
  const headers = new Map<string, string>()
  for (let index = 0; index < reply.headers.length; index += 2) {
    headers.set(reply.headers[index] ?? "", reply.headers[index + 1] ?? "")
  }
  const permitted = headers.get(name)
  if (permitted?.startsWith("public") !== true) return reply
  headers.set(name, policy === "no-store" ? policy : permitted.replace("public", policy).replace(/, s-maxage=\d+/, ""))
  return makeReply(reply.status, Object.fromEntries(headers), reply.body)
}

const name = "Cache-Control"
