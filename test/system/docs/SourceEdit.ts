/**
 * What an editor does with a YAML block of a document. Its first line is a comment that names the file. The rest is
 * written there: a key takes the place of the key of that name, an entry of a list is put into the entry with its code,
 * and what is not there yet is added. An entry that the block shows as a comment is deleted.
 */
export const edited = (before: string, block: string): string => {
  const lines = block.split("\n")
  const deleted = lines.flatMap((line) => /^# +- code: (\S+)/.exec(line)?.[1] ?? [])
  const rest = lines.filter((line) => !line.startsWith("#")).join("\n")
  const written = rest.startsWith("- ") ? putEntries(before, rest) : putKeys(before, rest, "first")
  return deleted.reduce((text, code) => text.replace(entryOf(code), ""), written)
}

/** The file that the first line of a block names. */
export const fileOf = (block: string): string | undefined => /^# ([\w./-]+\.yaml)\b/.exec(block)?.[1]

const putKeys = (before: string, block: string, place: "first" | "last"): string =>
  block
    .split(/^(?=\w)/m)
    .filter((part) => part.trim() !== "")
    .reduce((text, part) => {
      const written = `${part.trimEnd()}\n`
      const key = written.slice(0, written.indexOf(":"))
      if (key === "values" && text.includes("\nvalues:"))
        return putEntries(text, written.slice(written.indexOf("\n") + 1))
      const known = new RegExp(`^${key}:.*\\n(?:[ -].*\\n|\\n)*`, "m")
      if (known.test(text)) return text.replace(known, () => written)
      return place === "first" ? written + text : text + written
    }, before)

const putEntries = (before: string, block: string): string => {
  // Values are indented, a top-level list is not.
  const indent = before.includes("\nvalues:") ? "  " : ""
  return block
    .trimEnd()
    .split(/^(?= *- )/m)
    .reduce((text, part) => {
      const keys = keysOf(part)
      const known = entryOf(/^code: (\S+)/m.exec(keys)?.[1] ?? "")
      return known.test(text)
        ? text.replace(known, (entry) => listed(putKeys(keysOf(entry), keys, "last"), indent))
        : text + listed(keys, indent)
    }, before)
}

/** The keys of a list entry without dash and indentation. */
const keysOf = (entry: string): string => {
  const own = entry.indexOf("- ")
  return `${entry.trimEnd()}\n`.replaceAll(/^.+$/gm, (line) => line.slice(own + "- ".length))
}

const listed = (keys: string, indent: string): string =>
  keys.replaceAll(/^.+$/gm, (line, start) => `${indent}${start === 0 ? "- " : "  "}${line}`)

const entryOf = (code: string): RegExp => new RegExp(`^( *)- code: ${code}\\n(?:\\1  .*\\n)*`, "m")
