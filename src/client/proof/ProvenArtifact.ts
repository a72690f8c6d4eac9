/** What a verified proof states about an artifact. */
export interface ProvenArtifact {
  /** The release that published these bytes, such as `1.2.0`. */
  readonly version: string
  /** The path of the artifact in the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
  /** When the release was published, as its manifest says (UTC, ISO 8601). */
  readonly publishedAt: string
  /** The name of the log. */
  readonly origin: string
  /** The index of the release in the log, from 0. */
  readonly index: number
  /** The number of events in the log that the checkpoint of the proof covers. */
  readonly size: number
  /** The trusted keys of the log that signed the checkpoint, at least one. */
  readonly signers: ReadonlyArray<LogKey>
  /** The trusted witnesses that cosigned the checkpoint, at least as many as the quorum. */
  readonly witnesses: ReadonlyArray<Witness>
}

/** The name of a key, as the lines of signatures have it. */
export interface LogKey {
  /** The name of the log or the witness. */
  readonly name: string
  /** Eight hexadecimal digits. */
  readonly id: string
}

/** A witness that cosigned a checkpoint. */
export interface Witness extends LogKey {
  /** When the witness saw that the log had only grown, as the witness says (UTC, ISO 8601). */
  readonly cosignedAt: string
}
