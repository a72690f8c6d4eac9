/**
 * Any text as plain text on one line of Markdown: nothing in it is markup, HTML, a link, a mention or a reference to an
 * issue, in CommonMark and as GitHub reads it.
 */
export const plainMarkdown = (text: string): string =>
  oneLine(text)
    .replaceAll(/[\\`*_[\]<>|~&$!]/g, String.raw`\$&`)
    // GitHub looks for these in the text that is left after Markdown; only something between them stops it.
    .replaceAll(/[@#]/g, "$&<!-- -->")
    .replaceAll(/:(?=[\w/+-])/g, ":<!-- -->")
    .replaceAll(/\/(?=\/)/g, "/<!-- -->")
    .replaceAll(/www(?=\.)/gi, "$&<!-- -->")
    // At the beginning these would make a list, a heading or a line.
    .replace(/^(?:\d{1,9}(?=[.)])|(?=[-+=]))/, "$&\\")

/** Any text as code on one line. */
export const codeMarkdown = (text: string): string => {
  const line = oneLine(text)
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = "`".repeat(longest + 1)
  // A space on each side is taken off again; without it, a backtick at the edge would join the fence.
  const pad = /^`|`$|^ .* $/.test(line) ? " " : ""
  return line === "" ? "" : `${fence}${pad}${line}${pad}${fence}`
}

/** A block of code, whatever it holds. */
export const codeBlock = (text: string, language = ""): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** As long as anyone reads it, with line breaks and other white space as one space, and no control characters. */
const oneLine = (text: string): string => {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
  return line.length > longestText ? `${line.slice(0, longestText).toWellFormed()}…` : line
}

const longestText = 1000
