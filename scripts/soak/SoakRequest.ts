/** What a request of the soak test asks for, and which responses to it are right. */
export interface SoakRequest {
  readonly name: string
  readonly path: string
  readonly key: "valid" | "revocable" | "wrong" | "none"
  /** True to send the entity tag of the last response of this kind. */
  readonly isConditional?: boolean
  /** How the client behaves; it reads at once by default. */
  readonly client?: "slow" | "aborting"
}

/** A response, or what became of the connection instead. */
export interface SoakAnswer {
  readonly status: number
  readonly errorCode: string | undefined
  /** The length of the body, and what `Content-Length` promised. */
  readonly bytes: number
  readonly promised: number | undefined
  /** The error of a connection; `undefined` if there was a response. */
  readonly failure: string | undefined
}

/** The mix, by how often each is sent. */
export const soakMix: ReadonlyArray<readonly [weight: number, request: SoakRequest]> = [
  [40, { name: "license", path: "/v1/licenses/L0", key: "valid" }],
  [10, { name: "schema", path: "/v1/schema", key: "valid" }],
  [15, { name: "unchanged", path: "/v1/schema", key: "valid", isConditional: true }],
  [10, { name: "filter", path: "/v1/licenses?use_type=editorial", key: "valid" }],
  [5, { name: "envelope", path: "/v1/licenses?envelope=true", key: "valid" }],
  [8, { name: "old release", path: "/v1/licenses?version=v1.0.0", key: "valid" }],
  [5, { name: "changes", path: "/v1/changes?from=v1.0.0&to=v1.1.0", key: "valid" }],
  [2, { name: "unknown release", path: "/v1/schema?version=v1.999.0", key: "valid" }],
  [5, { name: "revocable key", path: "/v1/licenses/L0", key: "revocable" }],
  [2, { name: "wrong key", path: "/v1/licenses/L0", key: "wrong" }],
  [2, { name: "no key", path: "/v1/licenses/L0", key: "none" }],
  [1, { name: "slow reader", path: "/v1/schema", key: "valid", client: "slow" }],
  [1, { name: "aborted", path: "/v1/schema", key: "valid", client: "aborting" }]
]

/** Selects a request of the mix by a number from 0 to 1. */
export const selectRequest = (part: number): SoakRequest => {
  let left = part * soakMix.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, request] of soakMix) {
    left -= weight
    if (left < 0) return request
  }
  const [[, first] = [1, undefined]] = soakMix
  if (first === undefined) throw new RangeError("The mix is empty")
  return first
}

/** Returns why an answer is wrong; `undefined` if a rule explains it. */
export const findSoakProblem = (request: SoakRequest, answer: SoakAnswer): string | undefined => {
  const { bytes, errorCode, failure, promised, status } = answer
  if (request.client === "aborting") return undefined
  if (failure !== undefined) return `the connection failed with ${failure}`
  if (status !== 304 && promised !== undefined && promised !== bytes) return `${bytes} of ${promised} bytes came`
  const found = errorCode === undefined ? String(status) : `${status} ${errorCode}`
  return expectedAnswers(request).includes(found) ? undefined : `the answer is ${found}`
}

const expectedAnswers = ({ isConditional, key, name }: SoakRequest): ReadonlyArray<string> => {
  if (key === "none") return ["401 key-missing", "429 unauthorized-limit-exceeded"]
  if (key === "wrong") return ["401 key-invalid", "429 unauthorized-limit-exceeded"]
  if (key === "revocable") return ["200", "403 key-revoked", "429 unauthorized-limit-exceeded"]
  if (name === "unknown release") return ["404 version-not-found"]
  return isConditional === true ? ["200", "304"] : ["200"]
}
