import type { Config, Setting } from "./Config.ts"

/** A config's setting, never an inherited property: `constructor` is a legal name. */
export const settingOf = (config: Config, dimension: string): Setting | undefined =>
  Object.hasOwn(config, dimension) ? config[dimension] : undefined
