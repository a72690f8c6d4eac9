/**
 * Renders JSON as a script that passes it to the application, since browsers do not let a page that was opened from a
 * disk read other files. It is passed as text, which browsers parse faster than a literal of the same data.
 */
export const renderDataFile = (name: string, json: string): string =>
  `explorerData("${name}", '${json.replaceAll(special, (character) => escapes[character] ?? "")}')\n`

// Single quotes leave those of the JSON as they are.
const special = /[\\'\n\r\u2028\u2029]/gu

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029"
}
