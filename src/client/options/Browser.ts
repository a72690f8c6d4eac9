/** True if these are the globals of a web page or of its worker. Server runtimes with workers have another user agent. */
export const isBrowser = (globals: object): boolean =>
  has(globals, "document") ||
  (has(globals, "WorkerGlobalScope") &&
    "navigator" in globals &&
    typeof globals.navigator === "object" &&
    globals.navigator !== null &&
    "userAgent" in globals.navigator &&
    String(globals.navigator.userAgent).startsWith("Mozilla/"))

const has = (globals: object, name: string): boolean => name in globals && Reflect.get(globals, name) !== undefined
