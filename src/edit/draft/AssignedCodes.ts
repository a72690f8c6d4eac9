/** One `dimension=codes` of a command line. */
export interface Assignment {
  readonly dimension: string
  readonly codes: ReadonlyArray<string>
}

/** Parses `use_type=editorial,research`; `undefined` for a text without an equals sign. */
export const parseAssignment = (text: string): Assignment | undefined => {
  const [, dimension = "", codes = ""] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(text) ?? []
  return dimension === ""
    ? undefined
    : {
        dimension,
        codes: codes
          .split(",")
          .map((code) => code.trim())
          .filter((code) => code !== "")
      }
}

/** A flag and its setting: `FLAG` and `FLAG:true` set it, `FLAG:false` clears it; `undefined` for anything else. */
export const parseFlag = (text: string): readonly [flag: string, setting: boolean] | undefined => {
  const [, flag, setting = "true"] = /^([^:]+)(?::(true|false))?$/.exec(text) ?? []
  return flag === undefined ? undefined : [flag, setting === "true"]
}
