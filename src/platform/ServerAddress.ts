/**
 * True for the address of a server or a database, in whichever notation: a URL, also of JDBC, `host:port/name`,
 * `user:password@host` or `host=… dbname=…`. Taken for a path it would become a file. A path of the same form can begin
 * with `./`.
 */
export const isServerAddress = (text: string): boolean =>
  !/^\.{0,2}\//.test(text) && notations.some((notation) => notation.test(text))

const notations = [
  /:\/\//,
  /^(?:jdbc:|[a-z][a-z0-9+.-]+:\/)/i,
  /^[^/]+:\d+(?:\/|$)/,
  /^[^/]*:[^/]*@|^[^/@]+@[^/@]+\//,
  /(?:^|[\s;])(?:host|hostaddr|server|data source|service|dbname|database|password)\s*=/i
]
