import * as Option from "effect/Option"

/** A field for an option that was given, otherwise none. */
export const given = <const Name extends string, A>(
  name: Name,
  option: Option.Option<A>
): { readonly [key in Name]?: A } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is the only key
  (Option.isSome(option) ? { [name]: option.value } : {}) as { readonly [key in Name]?: A }
