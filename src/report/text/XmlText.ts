/** Any text as the content of an XML 1.0 element or attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(notXml, "\u{FFFD}")
    // Parsers turn line breaks and tabs of attributes into spaces, unless they are written as references.
    .replaceAll(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Characters that XML 1.0 has no way to write. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
