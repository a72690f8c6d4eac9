/**
 * Removes an argument with a password from the process list, which every user of the machine can read. Until this runs
 * the argument is visible, so an environment variable is the better place for a password.
 */
export const hideFromProcessList = (argument: string): void => {
  if (process.argv.some((given) => given.includes(argument))) process.title = "taxonomy"
}

/** Quotes a text as one word of a shell command that is printed for copying. */
export const quoteShellWord = (text: string): string =>
  /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
