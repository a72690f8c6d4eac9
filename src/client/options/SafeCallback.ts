import { problemInWords } from "../model/DescribeError.ts"

/** Calls a function that was given from outside. That it throws, or its promise is rejected, is told and breaks nothing. */
export const listener =
  <A>(given: (told: A) => unknown, onFailure: (problem: string) => void) =>
  (told: A): void => {
    const failed = (problem: unknown): void => onFailure(problemInWords(problem))
    try {
      // Whatever is no promise is there at once, and whatever is like one is waited for like one.
      Promise.resolve(given(told)).catch(failed)
    } catch (problem) {
      failed(problem)
    }
  }
