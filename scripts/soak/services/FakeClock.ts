import { existsSync, globSync, renameSync, writeFileSync } from "node:fs"

/** A clock for other processes that this one can set. */
export interface FakeClock {
  /** The variables of a process that uses the clock. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the clock by this much before or after the real one. Processes notice within a second. */
  readonly set: (offsetSeconds: number) => void
}

/** A clock that libfaketime reads from a file; `undefined` if the library is missing. The monotonic clock stays. */
export const makeFakeClock = (file: string): FakeClock | undefined => {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1")
  if (library === undefined || !existsSync(library)) return undefined
  const set = (offsetSeconds: number): void => {
    writeFileSync(`${file}.new`, `${offsetSeconds < 0 ? "-" : "+"}${Math.abs(offsetSeconds)}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  return {
    set,
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      // Older versions read the second name.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1"
    }
  }
}
