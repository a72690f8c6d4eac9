import { LogRejected, type LogProblem } from "../../../src/domain/transparency/LogProblem.ts"

/** The problem for which a function throws or rejects. */
export const rejectionOf = async (run: () => unknown): Promise<LogProblem | undefined> => {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof LogRejected) return error.problem
    throw error
  }
}
