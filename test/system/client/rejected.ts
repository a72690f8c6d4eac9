/** Returns the reason of a rejected promise. Throws if the promise is fulfilled. */
export const rejected = async (promise: Promise<unknown>): Promise<unknown> => {
  let value: unknown
  try {
    value = await promise
  } catch (failure) {
    return failure
  }
  throw new Error(`The promise was fulfilled with ${JSON.stringify(value)}`)
}
