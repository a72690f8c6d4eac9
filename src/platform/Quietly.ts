/**
 * Returns `undefined` if a file is missing or cannot be read, or holds what nobody can read. Throws what only a mistake in
 * the program causes.
 */
export const quietly = <A>(effect: () => A): A | undefined => {
  try {
    return effect()
  } catch (error) {
    if (isExpected(error)) return undefined
    throw error
  }
}

/** Failures of the system have a code. What is damaged is no JSON, or leads to a place or size that does not exist. */
const isExpected = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof RangeError || (error instanceof Error && "code" in error)
