/** What the coordinator lets all workers know at any time: whether it follows the releases and the keys. */
export interface StatusFlags {
  readonly catalogDegraded: boolean
  readonly keysDegraded: boolean
}

export const makeStatusFlags = (): SharedArrayBuffer => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

export const writeStatusFlags = (memory: SharedArrayBuffer, { catalogDegraded, keysDegraded }: StatusFlags): void => {
  const flags = new Int32Array(memory)
  Atomics.store(flags, 0, catalogDegraded ? 1 : 0)
  Atomics.store(flags, 1, keysDegraded ? 1 : 0)
}

export const readStatusFlags = (memory: SharedArrayBuffer): StatusFlags => {
  const flags = new Int32Array(memory)
  return { catalogDegraded: Atomics.load(flags, 0) === 1, keysDegraded: Atomics.load(flags, 1) === 1 }
}
