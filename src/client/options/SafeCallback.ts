import { describeError } from "../model/DescribeError.ts"

/** Wraps a user's callback: if it throws or rejects, `onFailure` gets a description, and the caller goes on. */
export const guardCallback =
  <A>(callback: (argument: A) => unknown, onFailure: (problem: string) => void) =>
  (argument: A): void => {
    const fail = (problem: unknown): void => onFailure(describeError(problem))
    try {
      Promise.resolve(callback(argument)).catch(fail)
    } catch (problem) {
      fail(problem)
    }
  }
