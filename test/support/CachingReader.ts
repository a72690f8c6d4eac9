import { readSource, type ReadSource } from "../../src/build/sources/SourceReader.ts"
import { sha256 } from "../../src/platform/Sha256.ts"

/** Makes a reader that parses each content once: between two versions most files stay the same. */
export const makeCachingReader = (): ReadSource => {
  const known = new Map<string, ReturnType<ReadSource>>()
  return (entry) => {
    if (entry._tag !== "File") return readSource(entry)
    const key = `${entry.path} ${sha256(entry.bytes)}`
    const content = known.get(key) ?? readSource(entry)
    known.set(key, content)
    return content
  }
}
