/**
 * The text of anything that was thrown, and of what caused it. The thing itself is not kept: who knows what hangs on it.
 */
export const problemInWords = (problem: unknown): string => wordsOf(problem, deepest)

/** The first code of the system, such as `ECONNREFUSED`, of an error or of what caused it. */
export const codeOf = (problem: unknown): string | undefined => codeWithin(problem, deepest)

// An error may be its own cause.
const deepest = 8

const wordsOf = (problem: unknown, depth: number): string => {
  if (!(problem instanceof Error)) return plainWords(problem)
  const inner = depth === 0 ? [] : causesOf(problem).map((cause) => wordsOf(cause, depth - 1))
  const code = ownCode(problem)
  const said = problem.message === "" ? (code ?? problem.name) : problem.message
  const own =
    code === undefined || said.includes(code) || inner.some((words) => words.includes(code)) ? "" : `, ${code}`
  return `${said}${own}${inner.length === 0 ? "" : ` (${inner.join("; ")})`}`
}

const codeWithin = (problem: unknown, depth: number): string | undefined => {
  if (!(problem instanceof Error)) return undefined
  const own = ownCode(problem)
  if (own !== undefined || depth === 0) return own
  for (const cause of causesOf(problem)) {
    const code = codeWithin(cause, depth - 1)
    if (code !== undefined) return code
  }
  return undefined
}

/** A host with several addresses fails with one error each. */
const causesOf = (problem: Error): ReadonlyArray<unknown> => [
  ...(problem.cause === undefined ? [] : [problem.cause]),
  ...(problem instanceof AggregateError ? problem.errors.slice(0, mostErrors) : [])
]

const mostErrors = 8

const ownCode = (problem: Error): string | undefined =>
  "code" in problem && typeof problem.code === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(problem.code)
    ? problem.code
    : undefined

const plainWords = (problem: unknown): string => {
  try {
    return String(problem)
  } catch {
    return "what has no words"
  }
}
