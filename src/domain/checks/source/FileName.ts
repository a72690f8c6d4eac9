import type { Check } from "../Check.ts"

export type FileNameContext =
  /** The name in the file, under `key`, is not the one of the file. */
  | { readonly problem: "mismatch"; readonly file_name: string; readonly key: string; readonly name: string }
  | { readonly problem: "reserved"; readonly key: string; readonly name: string }
  | {
      readonly problem: "unexpected"
      readonly file: string
      readonly rename_to: string | null
      readonly suggestion: string | null
    }

export const fileName: Check<"source/file-name", FileNameContext> = {
  id: "source/file-name",
  title: "Wrong file name",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Each dimension, license and rule has a file of its own, named for it and ending in .yaml, in the folder of its kind. So everyone finds it, and no two files define it. Names that some file system refuses, such as con or nul, cannot be used, because a release could not be unpacked there. Rename the file, or correct the name in it.",
  breaks: `# licenses/EDUCATION.yaml
code: EDU`,
  keeps: `# licenses/EDU.yaml
code: EDU`,
  message: (context) => {
    switch (context.problem) {
      case "mismatch":
        return `The file is named ${context.file_name}.yaml, but its ${context.key} is "${context.name}"`
      case "reserved":
        return `"${context.name}" cannot be a file name, because Windows reserves it for a device`
      case "unexpected":
        return `${context.file} is not a file of the taxonomy`
    }
  },
  help: (context) => {
    switch (context.problem) {
      case "mismatch":
        return `Rename the file to ${context.name}.yaml, or write ${context.key}: ${context.file_name}.`
      case "reserved":
        return `Choose another ${context.key}, such as ${context.name}_.`
      case "unexpected":
        if (context.rename_to !== null) return `Rename it to ${context.rename_to}.`
        return context.suggestion === null
          ? "Move it to dimensions/, licenses/ or rules/, or out of the source folder."
          : `Did you mean "${context.suggestion}"?`
    }
  }
}
