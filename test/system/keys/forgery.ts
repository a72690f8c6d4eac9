import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix } from "../../../src/domain/keys/ApiKey.ts"
import { KeyIssued } from "../../../src/domain/keys/KeyEvent.ts"
import { emptyKeyLedger, encodeKeyEvents, parseKeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"
import { signWholeLog } from "../../../src/transparency/SignWholeLog.ts"
import { holder } from "./storeIn.ts"

/** Keys that sign a ledger, whom to trust for that, and the secret text of the key. */
export const makeSigner = async (name = "example.com/keys") => {
  const { key, secret } = await generateSigningKey(name, "ed25519")
  const signingKeys: SigningKeys = { name, keys: [key] }
  return { signingKeys, trust: { logKeys: [key.verifier] }, secret, verifier: key.verifier }
}

/** Appends keys that nobody issued, with hashes that match, as somebody can who can write the ledger. */
export const forgeKey = (lines: ReadonlyArray<string>, count = 1) => {
  const forged = [...lines]
  let key = ""
  for (let seed = 1; seed <= count; seed++) {
    key = generateApiKey((length) => new Uint8Array(length).fill(seed))
    const event = KeyIssued.make({
      ...holder,
      identifier: toKeyPrefix(key),
      sha256: sha256(key),
      date: "2026-01-01T00:00:00Z"
    })
    forged.push(...encodeKeyEvents(ledgerOf(forged), [event]))
  }
  return { key: Redacted.make(key), lines: forged }
}

/** The checkpoint of a whole ledger, signed with these keys. */
export const checkpointOf = (lines: ReadonlyArray<string>, signingKeys: SigningKeys): string =>
  signWholeLog(makeLogTree(ledgerOf(lines).leaves), signingKeys)

const ledgerOf = (lines: ReadonlyArray<string>) =>
  Result.getOrThrow(parseKeyLedger(Buffer.from(lines.map((line) => `${line}\n`).join("")), emptyKeyLedger))
