import type { EndpointName } from "../../api/ReadApi.ts"

/** The resource that each endpoint for proofs is about. The body of each is an artifact of a release, byte for byte. */
export const proofResources = {
  licenseProof: "license",
  dimensionsProof: "dimensions",
  schemaProof: "schema"
} as const satisfies Partial<Record<EndpointName, EndpointName>>

/** The name of an endpoint for proofs. */
export type ProofName = keyof typeof proofResources
