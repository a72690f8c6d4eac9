import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { NotModified } from "../bodies/BodyParts.ts"
import { taxonomyErrors as error } from "../bodies/ErrorBodies.ts"
import { ProofBody } from "../bodies/LogBodies.ts"
import { proofQuery } from "../parameters/QueryParameters.ts"
import { conditionalRequestHeaders } from "../parameters/RequestHeaders.ts"
import { api_version, license_code } from "./PathParameters.ts"

const query = proofQuery
const headers = conditionalRequestHeaders
const success = [ProofBody, NotModified] as const

const proofOf = (path: string): string =>
  `The proof that the body of \`${path}\`, without the envelope, was published in a release (C2SP tlog-proof). Name the ` +
  "release by its full version, the `release` in the `_meta` of the body: both are then of the same release. The proof can " +
  "be checked without the service."

/** The proof of a base license. */
export const licenseProof = HttpApiEndpoint.get("licenseProof", "/:api_version/proofs/licenses/:license_code", {
  params: { api_version, license_code },
  query,
  headers,
  success,
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Prove one base license",
    description: proofOf("/{api_version}/licenses/{license_code}")
  })
)

/** The proof of all dimensions. */
export const dimensionsProof = HttpApiEndpoint.get("dimensionsProof", "/:api_version/proofs/dimensions", {
  params: { api_version },
  query,
  headers,
  success,
  error
}).annotateMerge(
  OpenApi.annotations({ summary: "Prove all dimensions", description: proofOf("/{api_version}/dimensions") })
)

/** The proof of the complete schema. */
export const schemaProof = HttpApiEndpoint.get("schemaProof", "/:api_version/proofs/schema", {
  params: { api_version },
  query,
  headers,
  success,
  error
}).annotateMerge(
  OpenApi.annotations({ summary: "Prove the complete schema", description: proofOf("/{api_version}/schema") })
)
