import { DataError } from "./DataError.ts"

/** Fetches a text, whatever its status. Rejects with `DataError` if the connection fails before the text is complete. */
export const fetchText = async (
  address: string,
  init: RequestInit = {}
): Promise<{ readonly response: Response; readonly text: string }> => {
  try {
    const response = await fetch(address, init)
    return { response, text: await response.text() }
  } catch {
    throw new DataError({ _tag: "Unreachable" })
  }
}
