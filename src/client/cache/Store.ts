/**
 * Keeps copies of bodies for later processes. The keys are letters, digits and hyphens. Neither keys nor values contain
 * the API key, and each API key has its own keys. Failures of a store go to `warn` and break no call.
 */
export interface Store {
  /** Returns the value of a key; `undefined` or `null` without one. */
  readonly get: (key: string) => string | null | undefined | PromiseLike<string | null | undefined>
  /** Sets the value of a key. */
  readonly set: (key: string, value: string) => unknown
  /** Deletes a key, if it exists. */
  readonly delete: (key: string) => unknown
}
