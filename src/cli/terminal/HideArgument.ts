/**
 * Takes a location with a password out of the list of processes, where everybody on the machine would see it. Until this
 * is called it is there, so an environment variable is the better place for it.
 */
export const hideArgument = (location: string): void => {
  if (process.argv.some((argument) => argument.includes(location))) process.title = "taxonomy"
}
