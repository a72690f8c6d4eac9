import { readFileSync } from "node:fs"

const document = new URL("../docs/adding-things.md", import.meta.url)

/** The section of docs/adding-things.md that describes a script, if its arguments ask for help. */
export const helpSection = (args: ReadonlyArray<string>, heading: string): string | undefined => {
  if (!args.includes("--help") && !args.includes("-h")) return undefined
  const [, section = ""] = readFileSync(document, "utf8").split(`## ${heading}\n\n`)
  return section.split("\n## ")[0]
}
