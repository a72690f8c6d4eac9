import type { Check } from "../Check.ts"

export const missingFile: Check<
  "source/missing-file",
  {
    readonly file: string
    /** The number of source files that exist. */
    readonly files: number
  }
> = {
  id: "source/missing-file",
  title: "Missing file",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "taxonomy.yaml contains the name of the taxonomy and the version of the next release, so nothing can be decided without it. Add the file, or set the folder that contains it with --src.",
  breaks: `taxonomy-src/
  dimensions/use_type.yaml`,
  keeps: `taxonomy-src/
  taxonomy.yaml
  dimensions/use_type.yaml`,
  message: ({ file, files }) => (files === 0 ? "The folder contains no sources" : `Missing file ${file}`),
  help: ({ file }) => `Add ${file} with namespace, title, description and version.`
}
