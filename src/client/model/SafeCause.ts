/**
 * The error that caused another one, if it cannot hold the API key: errors, plain objects and texts without it. Otherwise a
 * copy of what errors usually say, with the API key masked.
 */
export const toSafeCause = (problem: unknown, mask: (text: string) => string): unknown => {
  const budget = { values: maxValues }
  return isHarmless(problem, mask, budget, new Set()) ? problem : copyCause(problem, mask, maxDepth)
}

const maxValues = 1000
const maxDepth = 8

/** True if everything that an inspection could show is known, and does not contain the API key. */
const isHarmless = (
  value: unknown,
  mask: (text: string) => string,
  budget: { values: number },
  seen: Set<object>
): boolean => {
  if (typeof value === "string") return mask(value) === value
  if (typeof value === "function") return false
  if (typeof value !== "object" || value === null) return true
  if (seen.has(value)) return true
  seen.add(value)
  budget.values -= 1
  if (budget.values < 0 || !isTransparent(value)) return false
  return Reflect.ownKeys(value).every((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key)
    // V8 has an accessor for the stack of an error.
    const content: unknown = key === "stack" ? Reflect.get(value, key) : property?.value
    const isKnown = key === "stack" || property?.get === undefined
    return isKnown && mask(String(key)) === String(key) && isHarmless(content, mask, budget, seen)
  })
}

/** True if an object has no other content than its properties. Headers, requests and maps have. */
const isTransparent = (value: object): boolean => {
  if (value instanceof Error || Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

const copyCause = (problem: unknown, mask: (text: string) => string, depth: number): unknown => {
  if (!(problem instanceof Error)) return typeof problem === "string" ? mask(problem) : undefined
  const cause = depth === 0 ? undefined : copyCause(problem.cause, mask, depth - 1)
  const copy = new Error(mask(problem.message), cause === undefined ? undefined : { cause })
  // Any value can be assigned to a name.
  const { name, stack }: { readonly name: unknown; readonly stack?: unknown } = problem
  const code: unknown = "code" in problem ? problem.code : undefined
  return Object.defineProperties(copy, {
    name: { value: mask(String(name)), configurable: true, writable: true },
    stack: { value: mask(String(stack)), configurable: true, writable: true },
    ...(typeof code === "string" ? { code: { value: mask(code), enumerable: true } } : {})
  })
}
