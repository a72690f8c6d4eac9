/** The setup of a peer: JSON in its first argument. */
export interface PeerSetup {
  /** The folder of the served release. */
  readonly release: string
  readonly basePath: string
  /** The artifacts by path below the base path. */
  readonly artifacts: Readonly<Record<string, string>>
  /** The headers that all responses of the measured server have in common, with their values. */
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 digests of API keys in hexadecimal, by key prefix. */
  readonly keys: Readonly<Record<string, string>>
}

export const peerSetup = (): PeerSetup => JSON.parse(process.argv[2] ?? "{}")

/** The window of an enterprise key: requests are counted and the limit is never reached. */
export const hourMillis = 3_600_000
