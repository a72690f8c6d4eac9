import type { ArtifactWithProof } from "../model/ArtifactWithProof.ts"
import type { ReleaseMeta } from "../model/Model.ts"
import type { CallOptions, Signal } from "../options/ClientOptions.ts"
import type { ClientCore } from "./ClientCore.ts"
import type { Resource, Resources } from "./Resources.ts"

/**
 * Reads an artifact and then its proof. The artifact names its release, so that a release that is published in the meantime
 * does not separate them.
 */
export const readProof = async (
  core: ClientCore,
  resources: Resources,
  subject: string,
  options: CallOptions,
  signal: Signal
): Promise<ArtifactWithProof> => {
  const read = <Body>(resource: Resource<Body>) => core.readBytes(resource, options, signal)
  const bytes = await readArtifact(read, resources, subject)
  const { _meta }: { readonly _meta: ReleaseMeta } = JSON.parse(new TextDecoder().decode(bytes))
  const proof = await read(resources.proof(subject, _meta.release))
  return {
    // The cache keeps the other copy.
    artifact: bytes.slice(),
    proof: new TextDecoder().decode(proof),
    version: _meta.release,
    path: subject === "dimensions" || subject === "schema" ? `${subject}.json` : `licenses/${subject}.json`
  }
}

const readArtifact = (
  read: <Body>(resource: Resource<Body>) => Promise<Uint8Array>,
  { dimensions, license, schema }: Resources,
  subject: string
): Promise<Uint8Array> => {
  if (subject === "dimensions") return read(dimensions())
  return subject === "schema" ? read(schema()) : read(license(subject))
}
