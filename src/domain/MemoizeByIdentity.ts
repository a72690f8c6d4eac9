/** A function of objects that computes the result for each once. */
export interface MemoizedByIdentity<K extends object, A> {
  (key: K): A
  /** Takes a result that is known already. */
  readonly remember: (key: K, value: A) => void
}

/** Memoizes a function by the identity of its argument. The results live as long as the argument. */
export const memoizeByIdentity = <K extends object, A>(make: (key: K) => A): MemoizedByIdentity<K, A> => {
  const values = new WeakMap<K, A>()
  const read = (key: K): A => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    values.set(key, value)
    return value
  }
  return Object.assign(read, { remember: (key: K, value: A): void => void values.set(key, value) })
}
