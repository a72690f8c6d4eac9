import { hash, timingSafeEqual } from "node:crypto"

/** Makes a function that returns the prefix of a known API key. It compares digests in constant time. */
export const makeKeyCheck = (keys: Readonly<Record<string, string>>): ((key: string) => string | undefined) => {
  const digests = new Map(Object.entries(keys).map(([prefix, sha256]) => [prefix, Buffer.from(sha256, "hex")]))
  return (key) => {
    const prefix = key.slice(0, 12)
    const digest = hash("sha256", key, "buffer")
    const known = digests.get(prefix)
    return timingSafeEqual(digest, known ?? noDigest) && known !== undefined ? prefix : undefined
  }
}

const noDigest = new Uint8Array(32)
