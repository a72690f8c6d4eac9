import type { DataProblem } from "./DataSource.ts"

/** Data could not be read. */
export class DataError extends Error {
  override readonly name = "DataError"
  readonly problem: DataProblem
  constructor(problem: DataProblem) {
    super(problem._tag)
    this.problem = problem
  }
}
