import { matchesGlob } from "node:path"
import { editorSchemas } from "../EditorSchemas.ts"

/** The first line of a source, which names its schema for text editors. The path is relative to the source folder. */
export const schemaLineOf = (file: string): string | undefined => {
  const kind = editorSchemas().find(({ files }) => matchesGlob(file, files))
  const up = "../".repeat(file.split("/").length)
  return kind === undefined
    ? undefined
    : `# yaml-language-server: $schema=${up}.taxonomy/schemas/${kind.name}.schema.json`
}
