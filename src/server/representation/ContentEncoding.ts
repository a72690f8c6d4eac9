/** How a body is encoded on its way (RFC 9110, 8.4). */
export type Coding = "identity" | "br" | "gzip"

/**
 * The coding that an `Accept-Encoding` header prefers: the one with the highest weight of those that are held ready,
 * and of equal ones the smallest body (RFC 9110, 12.5.3). Without a header, and where none is acceptable, identity.
 */
export const codingFor = (acceptEncoding: string | undefined): Coding => {
  if (acceptEncoding === undefined) return "identity"
  let coding = known.get(acceptEncoding)
  if (coding === undefined) {
    coding = negotiate(acceptEncoding)
    // Callers are few kinds of programs; the bounds are against those that send a new header each time.
    if (known.size >= mostKnown) known.clear()
    if (acceptEncoding.length <= longestKnown) known.set(acceptEncoding, coding)
  }
  return coding
}

const known = new Map<string, Coding>()
const mostKnown = 256
const longestKnown = 128

const negotiate = (acceptEncoding: string): Coding => {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.split(",")) {
    const [, name, weight = "1"] = member.exec(part) ?? []
    if (name !== undefined) weights.set(aliases.get(name.toLowerCase()) ?? name.toLowerCase(), Number(weight))
  }
  const weightOf = (coding: Coding): number =>
    // Identity needs no mention, and then stands behind everything that is mentioned.
    weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? leastWeight : 0)
  let best: Coding = "identity"
  for (const coding of bySize) if (weightOf(coding) > 0 && weightOf(coding) >= weightOf(best)) best = coding
  return best
}

/** The last of equals is taken. */
const bySize: ReadonlyArray<Coding> = ["identity", "gzip", "br"]

const aliases: ReadonlyMap<string, string> = new Map([["x-gzip", "gzip"]])

const leastWeight = 0.0001

const member = /^[ \t]*([!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i
