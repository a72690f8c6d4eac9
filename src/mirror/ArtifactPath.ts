import { manifestFile } from "../release/artifacts/Manifest.ts"

/**
 * True if a path from a manifest names a file inside the folder of its release. The characters are those of published
 * paths: none of them has a meaning in a URL, and a name that begins with a dot is a temporary file or leads elsewhere.
 */
export const isArtifactPath = (path: string): boolean => {
  const names = path.split("/")
  return path !== manifestFile && names.length <= maxDepth && names.every((name) => form.test(name))
}

/** The first path of a manifest that no release can have, or which is below a file of the same manifest. */
export const findForeignPath = (files: ReadonlyMap<string, unknown>): string | undefined =>
  [...files.keys()].find(
    (path) => !isArtifactPath(path) || foldersOf(path).some((folder) => folder === manifestFile || files.has(folder))
  )

const foldersOf = (path: string): ReadonlyArray<string> => {
  const names = path.split("/")
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"))
}

const form = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

const maxDepth = 8
