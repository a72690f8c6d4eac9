import * as Struct from "effect/Struct"

/** The characters that can stand between two cells, by the names of the option. */
export const separators = { comma: ",", semicolon: ";", tab: "\t" } as const

export const separatorNames = Struct.keys(separators)
