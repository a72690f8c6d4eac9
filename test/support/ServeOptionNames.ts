import { serveOptions } from "../../src/cli/serve/ServeOptions.ts"

/** The names of all options of the server as in code, those in groups as well. */
export const serveOptionNames = (options: object = serveOptions): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, option]) => (isGroup(option) ? serveOptionNames(option) : [name]))

/** A group is an object of options; an option has a prototype of its own. */
const isGroup = (option: unknown): option is object =>
  typeof option === "object" && option !== null && Object.getPrototypeOf(option) === Object.prototype
