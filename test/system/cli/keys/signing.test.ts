import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { formatKeyName } from "../../../../src/domain/transparency/LogProblem.ts"
import { formatVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { taxonomy } from "../../../support/CommandLine.ts"
import { temporaryFolder } from "../../../support/Repository.ts"
import { checkpointOf, forgeKey, makeSigner } from "../../keys/forgery.ts"
import { describeWithPostgres, postgresLedger } from "../../keys/Postgres.ts"
import { fileLedger, type MakeLedger } from "../../keys/TestLedger.ts"

const cwd = fileURLToPath(new URL("../../../..", import.meta.url))

/** The commands that sign and verify a key ledger, for every backend. */
const signingContract = (makeLedger: MakeLedger): void => {
  it.live("sign a ledger, verify it, and find what somebody did who can write it", () =>
    Effect.gen(function* () {
      const { checkpoint, location, lines, write, writeCheckpoint } = yield* makeLedger
      const [signer, other] = [yield* newSigner, yield* newSigner]
      const trusted = ["--trusted-key", formatVerifierKey(signer.verifier)]
      const run = runOn(location, signer.secret)
      const verify = (...args: ReadonlyArray<string>) => run("verify", "--format", "json", ...args)

      const identifier = /nil_\w{8}/.exec((yield* runOn(location)("issue", ...acme)).stdout)?.[0] ?? ""
      const unsigned = yield* verify()
      assert.deepStrictEqual([unsigned.code, reportOf(unsigned).checkpoint], [0, null])
      assert.deepStrictEqual(rulesOf(yield* verify(...trusted)), [4, ["log/unsigned"]])

      assert.strictEqual((yield* runOn(location)("sign")).code, 2)
      const signed = yield* run("sign")
      assert.strictEqual(signed.code, 0)
      assert.include(signed.stdout, `up to event 1 with ${signer.verifier.name}+${signer.verifier.id}.`)
      const kept = `${yield* Effect.promise(() => temporaryFolder())}/kept.checkpoint`
      const keep = Effect.flatMap(checkpoint, (source) => Effect.promise(() => writeFile(kept, source ?? "")))
      const before = yield* lines
      const beforeCheckpoint = yield* checkpoint
      yield* run("revoke", identifier, "--reason", "Lost.", "--yes")
      yield* keep
      const [sound, soundCheckpoint] = [yield* lines, yield* checkpoint]
      const whole = yield* verify(...trusted, "--checkpoint", kept)
      assert.strictEqual(whole.code, 0)
      assert.deepInclude(reportOf(whole), { ok: true, events: 2, keys: { active: 0, revoked: 1 }, problems: [] })
      assert.deepInclude(reportOf(whole).checkpoint, {
        size: 2,
        verified: [formatKeyName(signer.verifier)],
        cosigners: []
      })
      assert.deepInclude(reportOf(yield* verify()).checkpoint, { size: 2, verified: [], cosigners: [] })

      const appended = forgeKey(sound).lines
      const rewritten = forgeKey([], 3).lines
      const attacks = [
        [appended, soundCheckpoint, trusted, ["log/unsigned"]],
        // Also for a reader without a key, as long as the checkpoint is there.
        [appended, soundCheckpoint, [], ["log/unsigned"]],
        [appended, undefined, trusted, ["log/unsigned"]],
        [appended, checkpointOf(appended, other.signingKeys), trusted, ["log/untrusted"]],
        [rewritten, soundCheckpoint, trusted, ["log/rewritten"]],
        [before, soundCheckpoint, trusted, ["log/truncated"]],
        // A revocation that was cut off, with the checkpoint of before: only the kept one tells.
        [before, beforeCheckpoint, trusted, []],
        [before, beforeCheckpoint, ["--checkpoint", kept], ["log/truncated"]],
        [before, beforeCheckpoint, [...trusted, "--checkpoint", kept], ["log/truncated"]],
        [rewritten, checkpointOf(rewritten, signer.signingKeys), [...trusted, "--checkpoint", kept], ["log/rewritten"]],
        [sound, "garbage", trusted, ["log/malformed"]],
        [sound.slice(1), soundCheckpoint, trusted, ["ledger/broken-chain"]]
      ] as const
      for (const [altered, source, args, rules] of attacks) {
        yield* write(altered)
        yield* writeCheckpoint(source)
        const ran = yield* verify(...args)
        assert.deepStrictEqual(rulesOf(ran), [rules.length === 0 ? 0 : 4, [...rules]], ran.stdout)
      }

      yield* write(appended)
      yield* writeCheckpoint(soundCheckpoint)
      const listed = yield* run("verify")
      assert.strictEqual(listed.code, 4)
      assert.match(listed.stdout, /^error\[log\/unsigned\] Event 3 is not signed\./m)
      assert.match(listed.stdout, /^ {2}event 3: nil_\w{8} issued to Acme on 2026-01-01T00:00:00Z$/m)
      const refused = yield* run("issue", ...acme)
      assert.deepStrictEqual([refused.code, refused.stdout], [2, ""])
      assert.include(refused.stderr, "event 3 is not signed")
      const accepted = yield* run("sign", "--accept-unsigned")
      assert.include(accepted.stdout, "1 event had no signature before.")
      assert.strictEqual((yield* verify(...trusted)).code, 0)
    })
  )

  it.live("say what to do without the signing key, and never show it", () =>
    Effect.gen(function* () {
      const { dump, location } = yield* makeLedger
      const [signer, spare, stranger] = [
        yield* newSigner,
        yield* newSigner,
        yield* Effect.promise(() => makeSigner("b"))
      ]
      const run = runOn(location, signer.secret)
      const issued = yield* run("issue", ...acme)
      const identifier = /nil_\w{8}/.exec(issued.stdout)?.[0] ?? ""
      const revocation = ["revoke", identifier, "--reason", "Lost.", "--yes"] as const

      const missing = yield* runOn(location)(...revocation)
      assert.strictEqual(missing.code, 2)
      for (const hint of ["TAXONOMY_KEYS_LOG_KEY", "log-key --name example.com/keys", "keys sign --replace-key"]) {
        assert.include(missing.stderr, hint)
      }
      const foreign = yield* runOn(location, stranger.secret)(...revocation)
      assert.include(foreign.stderr, "holds a key of b")
      const unknown = yield* runOn(location, spare.secret)(...revocation)
      assert.include(unknown.stderr, "TAXONOMY_KEYS_TRUSTED_KEY")
      const replaced = yield* runOn(location, spare.secret)("sign", "--replace-key")
      const revoked = yield* runOn(location, spare.secret)(...revocation)
      assert.deepStrictEqual([foreign.code, unknown.code, replaced.code, revoked.code], [2, 2, 0, 0])

      // A file in place of the text.
      const file = `${yield* Effect.promise(() => temporaryFolder())}/spare.key`
      yield* Effect.promise(() => writeFile(file, `${spare.secret}\n`, { mode: 0o600 }))
      const fromFile = yield* runOn(location, file)("issue", ...acme)
      assert.strictEqual(fromFile.code, 0)
      const broken = yield* runOn(location, spare.secret.slice(0, -8))("issue", ...acme)
      assert.strictEqual(broken.code, 2)
      const verified = yield* run("verify", "--trusted-key", formatVerifierKey(spare.verifier))
      assert.strictEqual(verified.code, 0)

      const seen = [issued, missing, foreign, unknown, replaced, revoked, fromFile, broken, verified]
      const texts = [...seen.flatMap(({ stderr, stdout }) => [stdout, stderr]), yield* dump]
      for (const { secret } of [signer, spare, stranger]) {
        // The part after the public name and ID.
        const seed = secret.split("+").slice(4).join("+").slice(0, -8)
        for (const text of texts) assert.notInclude(text, seed)
      }
    })
  )

  it.live("move a signed ledger to another backend, and back", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* makeLedger, yield* fileLedger]
      const signer = yield* newSigner
      const run = runOn(from.location, signer.secret)
      yield* run("issue", ...acme)
      const moved = yield* runOn(to.location)("migrate", "--from", from.location)
      assert.deepStrictEqual([moved.code, moved.stderr], [0, ""])
      assert.include(moved.stdout, "Copied 1 event and the checkpoint from")
      const back = yield* makeLedger
      assert.strictEqual((yield* runOn(back.location)("migrate", "--from", to.location)).code, 0)
      for (const { location } of [to, back]) {
        const verified = yield* runOn(location)("verify", "--trusted-key", formatVerifierKey(signer.verifier))
        assert.strictEqual(verified.code, 0)
      }
      const again = yield* runOn(back.location)("migrate", "--from", to.location)
      assert.strictEqual(again.code, 1)
      assert.include(again.stderr, "holds events already")
    })
  )
}

describe("keys sign, verify and migrate, with a file", () => {
  signingContract(fileLedger)
})

describeWithPostgres("keys sign, verify and migrate, with PostgreSQL", () => {
  signingContract(postgresLedger)
})

const newSigner = Effect.promise(() => makeSigner())

const acme = Object.entries({
  organization: "Acme",
  "use-case": "A shop",
  "expected-volume": "10 a day",
  environment: "production",
  tier: "enterprise"
}).flatMap(([name, value]) => [`--${name}`, value])

/** Runs `taxonomy keys` on a ledger, with a signing key in the environment. */
const runOn =
  (location: string, secret = "") =>
  (...args: ReadonlyArray<string>) =>
    Effect.promise(() =>
      taxonomy(["keys", ...args, "--keys", location], { cwd, env: { TAXONOMY_KEYS_LOG_KEY: secret } })
    )

interface Report {
  readonly ok: boolean
  readonly events: number
  readonly keys: { readonly active: number; readonly revoked: number }
  readonly checkpoint: object | null
  readonly problems: ReadonlyArray<{ readonly rule: string }>
}

const reportOf = ({ stdout }: { readonly stdout: string }): Report => JSON.parse(stdout)

/** The exit code, and the checks that found something. */
const rulesOf = (ran: { readonly code: number | null; readonly stdout: string }) => [
  ran.code,
  reportOf(ran).problems.map(({ rule }) => rule)
]
