/** Makes a value on first use and keeps it. */
export const lazy = <A extends object>(make: () => A): (() => A) => {
  let value: A | undefined
  return () => (value ??= make())
}

/** Makes a value on first use, and again after the garbage collector took it. */
export const weakLazy = <A extends object>(make: () => A): (() => A) => {
  let reference: WeakRef<A> | undefined
  return () => {
    const known = reference?.deref()
    if (known !== undefined) return known
    const value = make()
    reference = new WeakRef(value)
    return value
  }
}
