/** Returns `undefined` instead of failing: without a cache, a run is only slower. */
export const quietly = <A>(effect: () => A): A | undefined => {
  try {
    return effect()
  } catch {
    return undefined
  }
}
