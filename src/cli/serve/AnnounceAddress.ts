import { fstatSync } from "node:fs"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import packageJson from "../../../package.json" with { type: "json" }

/**
 * Announces the address of a server on stdout, for people and scripts, and in the log. A journal that takes both streams
 * gets the line of the log only.
 */
export const announceAddress = Effect.fnUntraced(function* (baseUrl: string) {
  if (process.stderr.isTTY || !isSameFile(process.stdout.fd, process.stderr.fd)) {
    yield* Console.log(`Serving at ${baseUrl}`)
  }
  if (!process.stderr.isTTY) {
    yield* Effect.annotateLogs(Effect.logInfo(`Serving at ${baseUrl}`), { url: baseUrl, version: packageJson.version })
  }
})

/** True if two descriptors are open on the same file, pipe or socket. */
const isSameFile = (one: number, other: number): boolean => {
  const [{ dev, ino }, second] = [fstatSync(one), fstatSync(other)]
  return dev === second.dev && ino === second.ino
}
