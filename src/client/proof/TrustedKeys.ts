/** The verifier keys that a reader trusts, `NAME+ID+KEY` each. A text can have several, one per line. */
export interface TrustedKeys {
  /** The keys of the log. One of them must have signed. */
  readonly logKeys: string | ReadonlyArray<string>
  /** The keys of witnesses. */
  readonly witnesses?: string | ReadonlyArray<string> | undefined
  /** How many of the witnesses must have cosigned; all by default. */
  readonly quorum?: number | undefined
}
