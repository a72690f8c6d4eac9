/** A result that is loaded at first use, and again after a failure or `forget`. */
export interface Remembered<A> {
  readonly get: () => Promise<A>
  readonly forget: () => void
}

export const remember = <A>(load: () => Promise<A>): Remembered<A> => {
  let current: Promise<A> | undefined
  return {
    get: () => {
      if (current !== undefined) return current
      const loading = load()
      current = loading
      loading.catch(() => {
        // A newer one may have taken its place.
        if (current === loading) current = undefined
      })
      return loading
    },
    forget: () => {
      current = undefined
    }
  }
}
