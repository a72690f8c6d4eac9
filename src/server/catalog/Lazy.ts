/** Makes a thing when it is first asked for. */
export const once = <A extends object>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** The same for a thing that may be forgotten when memory runs short, and is then made again. */
export const onceInUse = <A extends object>(make: () => A): (() => A) => {
  let made: WeakRef<A> | undefined
  return () => {
    const before = made?.deref()
    if (before !== undefined) return before
    const again = make()
    made = new WeakRef(again)
    return again
  }
}

/** What is made of a thing goes with it. */
export const oncePer = <K extends object, A>(make: (of: K) => A): ((of: K) => A) => {
  const made = new WeakMap<K, A>()
  return (of) => {
    const before = made.get(of)
    if (before !== undefined) return before
    const first = make(of)
    made.set(of, first)
    return first
  }
}
