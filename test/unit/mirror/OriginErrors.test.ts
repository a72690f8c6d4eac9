import { assert, describe, it } from "@effect/vitest"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { ChainBroken } from "../../../src/domain/ledger/HashChain.ts"
import { LogRejected } from "../../../src/domain/transparency/LogProblem.ts"
import {
  OriginArtifactBroken,
  OriginCheckpointBroken,
  OriginLedgerBroken,
  OriginRefused,
  OriginRewritten,
  OriginUnavailable,
  OriginUnsigned,
  ReleaseInTheWay,
  type Outage,
  type FileRefusal
} from "../../../src/mirror/OriginErrors.ts"

const address = "https://a.example/r/ledger.ndjson"

describe("OriginUnavailable", () => {
  it.each<readonly [outage: Outage, expected: string]>([
    [{ _tag: "HostUnknown" }, "the name of the host cannot be resolved"],
    [{ _tag: "ConnectionRefused" }, "the connection is refused"],
    [{ _tag: "Interrupted" }, "the connection ended before the response was complete"],
    [{ _tag: "Interrupted", code: "EPIPE" }, "the connection ended before the response was complete (EPIPE)"],
    [
      { _tag: "CertificateRejected", code: "CERT_HAS_EXPIRED" },
      "the certificate of the server is not trusted (CERT_HAS_EXPIRED). Name its authority with NODE_EXTRA_CA_CERTS, or use the host name in the certificate."
    ],
    [{ _tag: "Stalled", seconds: 30 }, "the server sends nothing, or almost nothing, for 30 s"],
    [{ _tag: "Status", status: 503 }, "the server answers 503"]
  ])("says why the origin cannot be read: %o", (outage, expected) => {
    const error = new OriginUnavailable({ address, outage })
    assert.deepStrictEqual([error.message, errorExitCode(error)], [`${address}: ${expected}`, 3])
  })

  it.each([
    [0, "0 s"],
    [1, "1 s"],
    [1000, "1 s"],
    [1001, "2 s"],
    [86_400_000, "86400 s"]
  ] as const)("says how long the server asks to wait, in whole seconds: %i ms", (retryAfterMillis, expected) => {
    const { message } = new OriginUnavailable({ address, outage: { _tag: "Status", status: 429 }, retryAfterMillis })
    assert.strictEqual(message, `${address}: the server answers 429, and asks to wait ${expected}`)
  })
})

describe("OriginRefused", () => {
  const credentials =
    "Set TAXONOMY_MIRROR_AUTHORIZATION to what it requires. Name the folder that contains ledger.ndjson."
  const folder = "Name the folder that contains ledger.ndjson."
  it.each<readonly [refusal: FileRefusal, expected: string]>([
    [{ _tag: "Status", status: 400 }, `the server answers 400. ${folder}`],
    [{ _tag: "Status", status: 401 }, `the server answers 401. ${credentials}`],
    [{ _tag: "Status", status: 403 }, `the server answers 403. ${credentials}`],
    [{ _tag: "Status", status: 404 }, `the server answers 404. ${folder}`],
    [
      { _tag: "Status", status: 304 },
      "the server answers 304 to a request without a condition. Clear the cache in front of it."
    ],
    [{ _tag: "WebPage" }, `the server answers with a web page. ${folder}`],
    [
      { _tag: "ContentEncoding", encoding: "br" },
      "the server sends the content encoding br, which was not requested. Store and serve the files uncompressed."
    ],
    [{ _tag: "TooLarge", maxBytes: 1024 }, `the response is larger than 1024 bytes. ${folder}`],
    [
      { _tag: "Redirect", reason: "insecure" },
      "the server redirects from https to an address without encryption. Name the final address."
    ],
    [{ _tag: "Redirect", reason: "malformed" }, "the server redirects to an invalid address. Name the final address."],
    [{ _tag: "Redirect", reason: "too-many" }, "the server redirects too often. Name the final address."]
  ])("says what the server answers, and what to do: %o", (refusal, expected) => {
    const error = new OriginRefused({ address, refusal })
    assert.deepStrictEqual([error.message, errorExitCode(error)], [`${address}: ${expected}`, 3])
    // The ledger was read, so the address is right.
    const other = new OriginRefused({ address: "https://a.example/r/checkpoint", refusal })
    assert.notInclude(other.message, "ledger.ndjson")
  })
})

describe("errors in what an origin offers", () => {
  const ledger = new ChainBroken({ line: 2, problem: { _tag: "Unterminated" } })
  const checkpoint = new LogRejected({ _tag: "LogTruncated", size: 3, actual: 2 }, "The checkpoint covers 3 events")
  it.each([
    [new OriginLedgerBroken({ address, cause: ledger }), `${address}: ${ledger.message}`],
    [
      new OriginRewritten({ address, held: 4, offered: 3 }),
      `${address}: the ledger was rolled back: it ends with event 3, and the folder holds 4`
    ],
    [
      new OriginRewritten({ address, held: 4, offered: undefined }),
      `${address}: the ledger was rewritten: it does not begin with the 4 events that the folder holds`
    ],
    [new OriginCheckpointBroken({ address, cause: checkpoint }), `${address}: ${checkpoint.message}`],
    [
      new OriginUnsigned({ address, covered: undefined, required: 4 }),
      `${address}: the checkpoint is missing, so nobody vouches for the ledger`
    ],
    [
      new OriginUnsigned({ address, covered: 0, required: 4 }),
      `${address}: the checkpoint covers only 0 of the 4 events that must be signed`
    ],
    [
      new OriginArtifactBroken({ address, reason: "its digest is another one", isMissing: false }),
      `${address} is not what was published: its digest is another one`
    ],
    [
      new ReleaseInTheWay({ folder: "releases/v1.0.0", reason: "schema.json is missing" }),
      "releases/v1.0.0 is not the release that was published: schema.json is missing. Move it away and run again."
    ]
  ])("have a message, and the exit code of broken data: $_tag", (error, expected) => {
    assert.deepStrictEqual([error.message, errorExitCode(error)], [expected, 4])
  })
})
