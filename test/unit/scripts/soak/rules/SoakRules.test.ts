import { assert, describe, it } from "vitest"
import { failedAnswer, type SoakAnswer } from "../../../../../scripts/soak/requests/SoakAnswer.ts"
import type { SoakRequest } from "../../../../../scripts/soak/requests/SoakRequest.ts"
import type { WorldView } from "../../../../../scripts/soak/rules/Rule.ts"
import { findSoakProblem } from "../../../../../scripts/soak/rules/SoakRules.ts"
import type { LimitView } from "../../../../../scripts/soak/world/LimitAccount.ts"

interface Case {
  readonly request?: Partial<SoakRequest>
  readonly answer?: Partial<SoakAnswer>
  readonly world?: Partial<Omit<WorldView, "limits">> & { readonly limits?: Partial<LimitView> }
}

const limits: LimitView = {
  chargedBefore: 4,
  ownChargedBefore: 2,
  charged: 5,
  maxCharged: 7,
  counters: 3,
  isExact: true
}

/** A right answer to a key of the free tier, changed by a case. */
const problemOf = ({ answer, request, world }: Case) =>
  findSoakProblem({
    request: {
      name: "license",
      path: "/v1/licenses/L0",
      key: "changing",
      selection: { release: "newest" },
      ...request
    },
    answer: {
      ...failedAnswer(""),
      failure: undefined,
      status: 200,
      bytes: 2,
      promised: 2,
      version: "v1.1",
      digest: "same",
      limit: "100",
      remaining: "94",
      ...answer
    },
    world: {
      standings: ["active"],
      tiers: ["free"],
      releases: [{ published: 1, withdrawn: [] }],
      refusalsOfMinute: 0,
      knownDigest: undefined,
      faults: [],
      ...world,
      limits: { ...limits, ...world?.limits }
    }
  })

const refused = (status: number, errorCode: string): Partial<SoakAnswer> => ({ status, errorCode, limit: undefined })
const exhausted = { chargedBefore: 100, charged: 100, maxCharged: 101 }
const releases = [
  { published: 1, withdrawn: [] },
  { published: 2, withdrawn: [] }
]

describe("the rules of the soak test", () => {
  it.each<[string, Case]>([
    ["a representation", {}],
    ["what is unchanged", { request: { isConditional: true }, answer: { status: 304, bytes: 0, remaining: "95" } }],
    ["a revoked key", { answer: refused(403, "key-revoked"), world: { standings: ["revoked"] } }],
    ["the old answer while a key is revoked", { world: { standings: ["active", "revoked"] } }],
    ["an expired key", { answer: refused(403, "key-expired"), world: { standings: ["expired"] } }],
    ["a key that is not issued yet", { answer: refused(401, "key-invalid"), world: { standings: ["unknown"] } }],
    ["a wrong key", { request: { key: "wrong" }, answer: refused(401, "key-invalid") }],
    ["no key", { request: { key: "none" }, answer: refused(401, "key-missing") }],
    [
      "many refusals",
      {
        answer: refused(429, "unauthorized-limit-exceeded"),
        world: { standings: ["revoked"], refusalsOfMinute: 1000 }
      }
    ],
    ["an exhausted limit", { answer: { status: 429, errorCode: "limit-exceeded" }, world: { limits: exhausted } }],
    ["more than the limit without Redis", { world: { limits: { ...exhausted, isExact: false } } }],
    [
      "a count of one server after Redis has lost its data",
      { answer: { remaining: "97" }, world: { limits: { isExact: false } } }
    ],
    ["a release that is being published", { answer: { version: "v1.2" }, world: { releases } }],
    ["an aborted request", { request: { client: "aborting" }, answer: failedAnswer("socket hang up") }]
  ])("explain %s", (_, given) => {
    assert.isUndefined(problemOf(given))
  })

  it.each<[string, Case, string]>([
    ["a failed connection", { answer: failedAnswer("ECONNRESET") }, "the connection failed with ECONNRESET"],
    ["half a body", { answer: { bytes: 1 } }, "1 of 2 bytes came"],
    ["other bytes with the same entity tag", { world: { knownDigest: "other" } }, "with other bytes before"],
    ["a server error", { answer: refused(500, "internal-error") }, "no rule explains such an answer"],
    ["an undecided request", { answer: refused(503, "limits-unavailable") }, "no rule explains such an answer"],
    ["a revoked key that is accepted", { world: { standings: ["revoked"] } }, "it came with a key that was revoked"],
    ["no key that is accepted", { request: { key: "none" } }, "it came without a valid key"],
    [
      "a tier that the key does not have",
      { world: { tiers: ["professional"] } },
      "the limit of the key is 100, not 1000"
    ],
    ["a refused key in force", { answer: refused(403, "key-revoked") }, "the key was in force"],
    [
      "a revoked key with the wrong reason",
      { answer: refused(403, "key-expired"), world: { standings: ["revoked"] } },
      "only 403 key-revoked is right"
    ],
    [
      "a limit of refusals before there are as many",
      {
        answer: refused(429, "unauthorized-limit-exceeded"),
        world: { standings: ["revoked"], refusalsOfMinute: 999 }
      },
      "only 999 of 1000 refusals"
    ],
    ["a valid key refused for its address", { answer: refused(429, "unauthorized-limit-exceeded") }, "a key in force"],
    ["one answer above the limit", { world: { limits: exhausted } }, "it is answer 101, but only 100 are allowed"],
    [
      "more than the limit of every server",
      { world: { limits: { ...exhausted, charged: 300, isExact: false } } },
      "it is answer 301, but only 300 are allowed"
    ],
    ["a count that forgets a request", { answer: { remaining: "96" } }, "from 5 to 7 were counted"],
    [
      "a count that forgets a request of the same server",
      { answer: { remaining: "98" }, world: { limits: { isExact: false } } },
      "from 3 to Infinity were counted"
    ],
    ["a count of requests that nobody sent", { answer: { remaining: "92" } }, "from 5 to 7 were counted"],
    [
      "a refusal before the limit",
      { answer: { status: 429, errorCode: "limit-exceeded" } },
      "only 6 of 100 requests were counted"
    ],
    ["a release that is no longer in force", { answer: { version: "v1.0" } }, "but only v1.1 is right"],
    ["a missing release that is in force", { answer: refused(404, "version-not-found") }, "the limit of the key"],
    [
      "a missing license that is in force",
      { answer: { status: 404, errorCode: "license-not-found" } },
      "but only v1.1 is right"
    ],
    ["a 304 without a condition", { answer: { status: 304, remaining: "95" } }, "the request has no condition"]
  ])("refuse %s", (_, given, problem) => {
    assert.include(problemOf(given) ?? "explained", problem)
  })
})
