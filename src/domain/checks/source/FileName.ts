import { dashedNamePattern, isCode, isDimensionName } from "../../taxonomy/Names.ts"
import type { Check } from "../Check.ts"

export type FileNameContext =
  /** The name in the file, under `key`, is not the one of the file. */
  | {
      readonly problem: "mismatch"
      readonly file_name: string
      readonly key: string
      readonly name: string
      /** True if another file has this name. */
      readonly is_taken?: boolean
    }
  /** The content is that of another kind of file. */
  | { readonly problem: "misplaced"; readonly kind: string; readonly move_to: string; readonly is_taken?: boolean }
  | { readonly problem: "reserved"; readonly key: string; readonly name: string }
  | {
      readonly problem: "unexpected"
      readonly file: string
      readonly rename_to: string | null
      readonly suggestion: string | null
      readonly is_taken?: boolean
    }

export const fileName: Check<"source/file-name", FileNameContext> = {
  id: "source/file-name",
  title: "Wrong file name",
  level: "error",
  stage: "source",
  explanation:
    "Each dimension, license and rule has a file of its own, named for it and ending in .yaml, in the folder of its kind. So everyone finds it, and no two files define it. Names that some file system refuses, such as con or nul, cannot be used, because a release could not be unpacked there. Rename the file, or correct the name in it.",
  breaks: `# licenses/EDUCATION.yaml
code: EDU`,
  keeps: `# licenses/EDU.yaml
code: EDU`,
  message: (context) => {
    switch (context.problem) {
      case "mismatch": {
        const { file_name, is_taken, key, name } = context
        return `The file is named ${file_name}.yaml, but its ${key} is "${name}"${is_taken === true ? ", which another file has" : ""}`
      }
      case "misplaced":
        return `This file is a ${context.kind}, but is not in the folder for that`
      case "reserved":
        return `"${context.name}" cannot be a file name, because Windows reserves it for a device`
      case "unexpected":
        return `${context.file} is not a file of the taxonomy`
    }
  },
  help: (context) => {
    switch (context.problem) {
      case "mismatch":
        if (context.is_taken === true && !isName(context))
          return `Remove the file if it is only a copy. Otherwise give it the name of a new ${context.key}, and write that ${context.key} in it.`
        if (context.is_taken === true) return `Write ${context.key}: ${context.file_name}`
        return isName(context)
          ? `If the ${context.key} is right, rename the file to ${context.name}.yaml. Otherwise write ${context.key}: ${context.file_name}.`
          : `Rename the file to ${context.name}.yaml.`
      case "misplaced":
        return context.is_taken === true
          ? `Remove it, or give it another name: ${context.move_to} exists.`
          : `Move it to ${context.move_to}.`
      case "reserved":
        return `Choose another ${context.key}, such as ${context.name}_.`
      case "unexpected":
        if (context.rename_to !== null && context.is_taken === true)
          return `Remove it, or give it another name: ${context.rename_to} exists.`
        if (context.rename_to !== null)
          return folderOf(context.rename_to) === folderOf(context.file)
            ? `Rename it to ${context.rename_to}.`
            : `Move it to ${context.rename_to}, or out of the source folder.`
        return context.suggestion === null
          ? "Move it to dimensions/, licenses/ or rules/, or out of the source folder."
          : `Did you mean "${context.suggestion}"?`
    }
  }
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1)

/** True if the name of a file can be that of its item, unlike `Copy of EDU`. */
const isName = ({ file_name, key }: { readonly file_name: string; readonly key: string }): boolean =>
  key === "code" ? isCode(file_name) : key === "name" ? isDimensionName(file_name) : dashedNamePattern.test(file_name)
