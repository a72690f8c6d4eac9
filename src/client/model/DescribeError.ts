/** Describes anything that was thrown, with its causes. The value itself is not kept, since it may hold secrets. */
export const describeError = (problem: unknown): string => describeWithin(problem, maxDepth)

/** Finds the first system code, such as `ECONNREFUSED`, of an error or of its causes. */
export const findSystemCode = (problem: unknown): string | undefined => codesWithin(problem, maxDepth).next().value

// An error may be its own cause.
const maxDepth = 8

const describeWithin = (problem: unknown, depth: number): string => {
  if (!(problem instanceof Error)) return toText(problem)
  const causes = depth === 0 ? [] : causesOf(problem).map((cause) => describeWithin(cause, depth - 1))
  const code = systemCodeOf(problem)
  const message = problem.message === "" ? (code ?? problem.name) : problem.message
  const isCodeShown = code === undefined || [message, ...causes].some((text) => text.includes(code))
  return `${message}${isCodeShown ? "" : `, ${code}`}${causes.length === 0 ? "" : ` (${causes.join("; ")})`}`
}

function* codesWithin(problem: unknown, depth: number): Generator<string, undefined> {
  if (!(problem instanceof Error)) return
  const own = systemCodeOf(problem)
  if (own !== undefined) yield own
  if (depth > 0) for (const cause of causesOf(problem)) yield* codesWithin(cause, depth - 1)
}

/** A host with several addresses fails with one error for each. */
const causesOf = (problem: Error): ReadonlyArray<unknown> => [
  ...(problem.cause === undefined ? [] : [problem.cause]),
  ...(problem instanceof AggregateError ? problem.errors.slice(0, maxErrors) : [])
]

const maxErrors = 8

const systemCodeOf = (problem: Error): string | undefined =>
  "code" in problem && typeof problem.code === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(problem.code)
    ? problem.code
    : undefined

const toText = (problem: unknown): string => {
  try {
    return String(problem)
  } catch {
    return "a value without text"
  }
}
