import * as Param from "effect/cli/Param"

/** An option of a command. */
export interface OptionPath {
  /** The name on the command line, without dashes in front. */
  readonly name: string
  /** Where the value is in the input of the command: options may be in groups. */
  readonly path: ReadonlyArray<string>
}

/** Lists the options that a command declares, also those in groups. An option is named for its property. */
export const listOptions = (declared: object): ReadonlyArray<OptionPath> =>
  Object.entries(declared).flatMap(([property, option]: [string, unknown]) =>
    typeof option === "object" && option !== null && !Param.isParam(option)
      ? listOptions(option).map(({ name, path }) => ({ name, path: [property, ...path] }))
      : [{ name: toOptionName(property), path: [property] }]
  )

const toOptionName = (property: string): string => property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
