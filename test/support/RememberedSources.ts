import { readSource, type ReadSource } from "../../src/build/sources/SourceReader.ts"
import { sha256 } from "../../src/platform/Sha256.ts"

/** Reads sources, each content once: of many files most stay as they are, and need not be parsed at each change. */
export const remembering = (): ReadSource => {
  const known = new Map<string, ReturnType<ReadSource>>()
  return (entry) => {
    if (entry._tag !== "File") return readSource(entry)
    const key = `${entry.path} ${sha256(entry.bytes)}`
    const content = known.get(key) ?? readSource(entry)
    known.set(key, content)
    return content
  }
}
