/** Escapes a text for an XML 1.0 element or attribute. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(notXml, "\u{FFFD}")
    // Parsers replace line breaks and tabs in attributes by spaces, unless they are character references.
    .replaceAll(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Characters that XML 1.0 cannot represent. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
