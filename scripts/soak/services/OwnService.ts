/** A database that the soak test starts, breaks and repairs, on a port of its own. */
export interface OwnService {
  readonly url: string
  /** Returns when it accepts connections, with the data that it had. */
  readonly start: () => Promise<void>
  /** Ends it as a crash does: connections are refused from then on. */
  readonly kill: () => Promise<void>
  /** Starts it without data. */
  readonly startEmpty: () => Promise<void>
  /** Stops it so that it keeps its connections and answers nothing, until it is resumed. */
  readonly pause: () => void
  readonly resume: () => void
}
