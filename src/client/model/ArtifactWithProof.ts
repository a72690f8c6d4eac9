/** The bytes of an artifact and their proof, the result of `proof()`: the first arguments of `verifyArtifact`. */
export interface ArtifactWithProof {
  /** The body of the release as the service sent it, without translation: JSON in UTF-8. */
  readonly artifact: Uint8Array
  /** The text of the proof (C2SP tlog-proof), which nobody has verified yet. */
  readonly proof: string
  /** The release that the artifact names, such as `1.2.0`, which nobody has verified yet. */
  readonly version: string
  /** The path of the artifact in the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
}
