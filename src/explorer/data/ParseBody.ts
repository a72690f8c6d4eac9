import { DataError } from "./DataError.ts"

/** Parses JSON. Rejects with `DataError` if it is damaged. */
export const parseBody = async <A>(text: string): Promise<A> => {
  try {
    return JSON.parse(text)
  } catch {
    throw new DataError({ _tag: "Damaged" })
  }
}
