/** What a promise is rejected with; an error where it is fulfilled. */
export const rejected = async (promise: Promise<unknown>): Promise<unknown> => {
  let value: unknown
  try {
    value = await promise
  } catch (failure) {
    return failure
  }
  throw new Error(`The promise was fulfilled with ${JSON.stringify(value)}`)
}
