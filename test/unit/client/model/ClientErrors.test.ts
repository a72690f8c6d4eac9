import { assert, describe, it } from "@effect/vitest"
import { entries } from "../../../../scripts/client/Entries.ts"
import * as fileStore from "../../../../src/client/cache/FileStore.ts"
import * as effect from "../../../../src/client/EffectClient.ts"
import * as folder from "../../../../src/client/folder/ReleaseFolder.ts"
import * as client from "../../../../src/client/Package.ts"
import * as validate from "../../../../src/client/Validate.ts"
import * as verify from "../../../../src/client/Verify.ts"
import * as webhook from "../../../../src/client/Webhook.ts"

const { TaxonomyError } = client

/** One error of each class, without what only a response says, and its code and status. */
const errors: ReadonlyArray<readonly [client.TaxonomyError, code: string, status: number | undefined]> = [
  [new client.InvalidArgument("version", "must be a version."), "invalid-argument", undefined],
  [new client.InvalidConfig("use", []), "invalid-config", undefined],
  [new client.BadRequest("", "id"), "bad-request", 400],
  [new client.CodeRemoved("", "id", []), "code-removed", 400],
  [new client.Unauthorized("", "id"), "unauthorized", 401],
  [new client.KeyRevoked("", "id"), "key-revoked", 403],
  [new client.KeyExpired("", "id"), "key-expired", 403],
  [new client.NotFound("", "id"), "not-found", 404],
  [new client.VersionNotFound("", "id"), "version-not-found", 404],
  [new client.PathNotFound("", "id"), "path-not-found", 404],
  [new client.RateLimitExceeded("", "id", { retryAfter: 1, upgradeUrl: undefined }), "rate-limit-exceeded", 429],
  [new client.ServerError("", "id", { status: 503, attempts: 1, retryAfter: undefined }), "server-error", 503],
  [new client.RequestTimedOut("", "id", 1), "request-timed-out", undefined],
  [new client.NetworkError("", "id", { attempts: 1, code: undefined }), "network-error", undefined],
  [new client.UnexpectedAnswer("", "id", 302), "unexpected-answer", 302],
  [new verify.ProofRejected("", { _tag: "NotAProof", reason: "header" }), "proof-rejected", undefined],
  [new verify.CryptoUnavailable("", "no-ed25519"), "crypto-unavailable", undefined],
  [new webhook.WebhookRejected("signature"), "webhook-rejected", undefined]
]

describe("an error class of the package", () => {
  it("is tested, whichever entry exports it", () => {
    const modules = {
      Package: client,
      EffectClient: effect,
      "cache/FileStore": fileStore,
      "folder/ReleaseFolder": folder,
      Validate: validate,
      Verify: verify,
      Webhook: webhook
    }
    assert.sameMembers(
      Object.keys(modules),
      Object.values(entries).map(({ module }) => module)
    )
    const exported = Object.values(modules)
      .flatMap((module): ReadonlyArray<unknown> => Object.values(module))
      .filter((value) => typeof value === "function" && value.prototype instanceof Error && value !== TaxonomyError)
    assert.sameMembers(
      [...new Set(exported)],
      errors.map(([error]) => error.constructor)
    )
  })

  it.each(errors.map(([error, code, status]) => [error.name, error, code, status] as const))(
    "has a code, a status and its name: %s",
    (name, error, code, status) => {
      assert.isTrue(error instanceof TaxonomyError)
      assert.deepStrictEqual([error.code, error.status, error.constructor.name], [code, status, name])
      assert.isTrue(Object.hasOwn(error, "code") && Object.hasOwn(error, "status"))
      assert.match(error.stack ?? "", new RegExp(`^${name}`))
    }
  )

  it("for an expired key is caught as one for a revoked key", () => {
    const error: client.KeyRevoked = new client.KeyExpired("API key has expired", "id")
    assert.instanceOf(error, client.KeyRevoked)
    assert.strictEqual(error._tag, "KeyRevoked")
  })
})
