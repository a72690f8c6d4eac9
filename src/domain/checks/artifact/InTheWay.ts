import type { Check } from "../Check.ts"

export const inTheWay: Check<
  "artifact/in-the-way",
  {
    readonly folder: string
    /** The paths in the folder that differ; the empty path if it is not a folder. */
    readonly differing: ReadonlyArray<string>
  }
> = {
  id: "artifact/in-the-way",
  title: "Folder of the new release already exists",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "An interrupted run leaves a folder that is not in the ledger. The next run takes it over if its bytes are the same. Here they differ, so the folder was made from other sources or was changed. It is never deleted automatically. Look at its content, move it away, and run again.",
  breaks: `# releases/v1.1.0, which is not in the ledger, was made from other sources`,
  keeps: `$ mv releases/v1.1.0 /tmp   # after a look at its content
$ npx build-release`,
  message: ({ differing: [first = "", ...others], folder }) => {
    if (first === "") return `${folder} exists and is not a folder`
    const more = others.length === 0 ? "" : ` and ${others.length} more ${others.length === 1 ? "file" : "files"}`
    return `${folder} exists, is not in the ledger, and differs from this release in ${first}${more}`
  },
  help: () => "Look at its content, then move it away."
}
