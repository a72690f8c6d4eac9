/** Memoizes a function by the identity of its argument. The results live as long as the argument. */
export const memoizeByIdentity = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  const values = new WeakMap<K, A>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    values.set(key, value)
    return value
  }
}
