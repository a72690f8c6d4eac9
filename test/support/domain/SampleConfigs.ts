import type { Config, Setting } from "../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"

/** Configs that a licensee may have: those of the licenses, and for each value one that uses it, alone and with others. */
export const configsOf = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<Config> => {
  const least: Config = Object.fromEntries(
    dimensions.filter(({ required }) => required).map((dimension) => [dimension.name, settingOf(dimension, [])])
  )
  const configs = licenses.map(({ config }) => config)
  return [
    least,
    ...configs,
    ...dimensions.flatMap((dimension) => {
      const codes = dimension.values.map(({ code }) => code)
      return [[], codes, ...codes.map((code) => [code])].flatMap((chosen) =>
        [least, ...configs].map((config) => ({ ...config, [dimension.name]: settingOf(dimension, chosen) }))
      )
    })
  ]
}

const settingOf = ({ shape }: Dimension, codes: ReadonlyArray<string>): Setting =>
  shape === "flags" ? Object.fromEntries(codes.map((code) => [code, true])) : codes
