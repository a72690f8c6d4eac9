import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import { isActive } from "../../domain/keys/KeyRegistry.ts"
import { capitalize } from "../../domain/Sentence.ts"
import { toBase64 } from "../../domain/transparency/Bytes.ts"
import { formatKeyName, formatLogProblem } from "../../domain/transparency/LogProblem.ts"
import { emptyKeyLedger } from "../../keys/KeyLedgerCodec.ts"
import { formatEvents } from "../../keys/KeyLedgerError.ts"
import { KeyStore } from "../../keys/KeyStore.ts"
import { keysLogKeyVariable, signPresentLedger } from "../../keys/log/SignKeyLedger.ts"
import { verifyKeyLedger, type KeyLedgerProblem, type KeyLedgerVerification } from "../../keys/log/VerifyKeyLedger.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readKeptCheckpoint, checkpointFinding } from "../../release/log/VerifyLog.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { readTrust, keyTrustOptions } from "../options/Trust.ts"
import { RunFailed, jsonLine } from "../terminal/Output.ts"
import { atKeyStore, keyLedgerAt, keyStoreAt, keysOption } from "./KeyOptions.ts"
import { formatRows } from "./KeyView.ts"

const signKeysOptions = {
  replaceKey: Options.explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the ledger before, instead of those that have"
  ),
  acceptUnsigned: Options.explicitToggle(
    "accept-unsigned",
    "Signature for events that were appended without one. Read them with keys verify first"
  ),
  keys: keysOption
}

/** `taxonomy keys sign`: signs the present ledger of API keys with all keys of the environment, without a new event. */
export const signKeys = Options.makeCommand("sign", signKeysOptions, {
  "taxonomy keys sign": "Sign a ledger for the first time, or add the signature of a new key",
  "taxonomy keys sign --replace-key": "Replace a key that was lost or stolen"
})(function* ({ acceptUnsigned, replaceKey }) {
  const signingKeys = yield* readSigningKeys(keysLogKeyVariable)
  if (signingKeys === undefined) {
    return yield* usageError(
      `There is no key to sign with. Set ${keysLogKeyVariable} to a private key or to the path of its file; taxonomy log-key makes one`
    )
  }
  const { ledger } = yield* KeyStore
  const { checkpoint, log } = yield* ledger.writeCheckpoint((present) =>
    signPresentLedger(present, signingKeys, { isKeyReplaced: replaceKey, acceptsUnsigned: acceptUnsigned })
  )
  const names = signingKeys.keys.map(({ verifier }) => formatKeyName(verifier)).join(" and ")
  yield* Console.log(`Signed the key ledger ${ledger.location} up to event ${log.size} with ${names}.`)
  const accepted = log.size - (checkpoint?.size ?? log.size)
  if (accepted > 0) yield* Console.log(`${formatCount(accepted, "event")} had no signature before.`)
}).pipe(atKeyStore)

const verifyKeysOptions = { ...keyTrustOptions, keys: keysOption, format: Options.plainFormatOption }

/**
 * `taxonomy keys verify`: verifies the hash chain, the checkpoint and the signatures of the ledger of API keys. Prints
 * what is known of the key ledger, and what is wrong with it.
 */
export const verifyKeys = Options.makeCommand("verify", verifyKeysOptions, {
  "taxonomy keys verify": "Verify the ledger, and its checkpoint if it has one",
  "taxonomy keys verify --trusted-key keys.vkey --checkpoint kept-keys.checkpoint":
    "Also verify the signature, and that the ledger only grew"
})(function* (input) {
  const trust = yield* readTrust(input)
  const kept = input.checkpoint === undefined ? undefined : yield* readKeptCheckpoint(input.checkpoint)
  const { ledger } = yield* KeyStore
  const verification = yield* verifyKeyLedger(ledger, { trust, kept })
  yield* Console.log(
    input.format === "json"
      ? keyLedgerJson(ledger.location, verification)
      : renderKeyLedger(ledger.location, verification)
  )
  if (verification.problems.length > 0) return yield* new RunFailed({ exitCode: ExitCode.broken })
}).pipe(atKeyStore)

/** Renders what is known of a key ledger, followed by its problems. */
export const renderKeyLedger = (location: string, verification: KeyLedgerVerification): string => {
  const { checkpoint, content, problems } = verification
  const keys = [...(content?.keys.values() ?? [])]
  const active = keys.filter(isActive).length
  const rows = formatRows([
    ["Key ledger", location],
    ["Events", content === undefined ? undefined : String(content.events)],
    ["Keys", content === undefined ? undefined : `${active} active, ${keys.length - active} revoked`],
    ["Checkpoint", describeCheckpoint(verification)],
    ["Verified", verification.verified?.signers.map(formatKeyName).join(", ")],
    ["Witnesses", verification.verified?.cosigners.map(formatKeyName).join(", ")]
  ])
  return [
    ...rows,
    ...problems.map((problem) => `error[${ruleOf(problem)}] ${messageOf(problem, verification)}`),
    ...(content?.unsigned ?? []).map(
      (event, index, { length }) =>
        `  event ${content === undefined ? 0 : content.events - length + index + 1}: ${describeEvent(event)}`
    ),
    ...(problems.length > 0
      ? []
      : [checkpoint === undefined ? "No problems. The ledger is not signed." : "No problems."])
  ].join("\n")
}

/** The same as JSON. */
export const keyLedgerJson = (location: string, verification: KeyLedgerVerification): string => {
  const { checkpoint, content, problems, verified } = verification
  const keys = [...(content?.keys.values() ?? [])]
  const active = keys.filter(isActive).length
  return jsonLine({
    ok: problems.length === 0,
    ledger: location,
    events: content?.events ?? null,
    keys: content === undefined ? null : { active, revoked: keys.length - active },
    checkpoint:
      checkpoint === undefined
        ? null
        : {
            origin: checkpoint.origin,
            size: checkpoint.size,
            root: toBase64(checkpoint.root),
            signatures: checkpoint.note.signatures.map(formatKeyName),
            verified: (verified?.signers ?? []).map(formatKeyName),
            cosigners: (verified?.cosigners ?? []).map((cosigner) => ({
              key: formatKeyName(cosigner),
              timestamp: cosigner.timestamp
            }))
          },
    unsigned: (content?.unsigned ?? []).map((event, index, { length }) => ({
      event: (content?.events ?? 0) - length + index + 1,
      type: event._tag,
      identifier: event.identifier,
      date: event.date
    })),
    problems: problems.map((problem) => ({ rule: ruleOf(problem), message: messageOf(problem, verification) }))
  })
}

const describeCheckpoint = ({ checkpoint }: KeyLedgerVerification): string | undefined =>
  checkpoint === undefined
    ? undefined
    : `${checkpoint.origin}, ${formatCount(checkpoint.size, "event")}, signed by ${checkpoint.note.signatures.map(formatKeyName).join(", ")}`

const describeEvent = (event: KeyEvent): string => {
  const { actor, date, identifier } = event
  const when = `on ${date}${actor === undefined ? "" : ` by ${actor}`}`
  switch (event._tag) {
    case "KeyIssued":
      return `${identifier} issued to ${event.organization} ${when}`
    case "KeyChanged":
      return `${identifier} changed ${when}`
    case "KeyRevoked":
      return `${identifier} revoked ${when}`
  }
}

/** The check of the pipeline that finds the same in the ledger of releases. */
const ruleOf = (problem: KeyLedgerProblem): string => {
  switch (problem._tag) {
    case "Damaged":
      return problem.cause.rule
    case "Rejected":
      return checkpointFinding(problem.problem).rule
    case "Unsigned":
      return "log/unsigned"
  }
}

const messageOf = (problem: KeyLedgerProblem, { content }: KeyLedgerVerification): string => {
  switch (problem._tag) {
    case "Damaged":
      return `${problem.cause.message}. Restore the ledger from a backup.`
    case "Rejected": {
      const text = formatLogProblem(problem.problem)
      return problem.kept === undefined ? `${text}.` : `${problem.kept}: ${text}.`
    }
    case "Unsigned":
      return problem.covered === undefined
        ? "The ledger is not signed."
        : `${capitalize(formatEvents(problem.covered + 1, content?.events ?? 0))} not signed. If all of them are yours, run taxonomy keys sign --accept-unsigned. Otherwise restore the ledger from a backup.`
  }
}

const migrateKeysOptions = {
  from: Flag.String("from").pipe(
    Flag.withMetavar("location"),
    Options.withNotes(
      "Key ledger whose events and checkpoint are copied into this one, which must be empty",
      Options.defaultNote("none")
    ),
    Options.optional
  ),
  keys: keysOption
}

/**
 * `taxonomy keys migrate`: creates missing tables, if others lack the privilege to do so, and copies another ledger
 * into them.
 */
export const migrateKeys = Options.makeCommand("migrate", migrateKeysOptions, {
  "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy": "Create or update the tables",
  "taxonomy keys migrate --keys postgres://owner@localhost/taxonomy --from var/keys.ndjson":
    "Move the keys from a file to a database"
})(function* ({ from, keys }) {
  const { migrate } = yield* keyLedgerAt(keys)
  if (migrate !== undefined) {
    const count = yield* migrate
    yield* Console.log(count === 0 ? "The tables are up to date." : "The tables were created.")
  } else if (from === undefined) {
    yield* Console.log("A key ledger in a file needs no tables.")
  }
  if (from !== undefined) yield* Effect.scoped(copyLedger(from, keys))
})

/** Copies the lines of a ledger that was verified, and its checkpoint. Both stay valid, since they name no backend. */
const copyLedger = Effect.fnUntraced(function* (from: string, to: string) {
  const source = yield* ledgerAt(from)
  const copy = yield* source.readSigned(emptyKeyLedger)
  if (copy.log.size === 0) return yield* commandRefused(`The key ledger ${source.location} has no events to copy.`)
  const target = yield* ledgerAt(to)
  yield* target.fill(copy)
  const signed = copy.checkpoint === undefined ? "" : " and the checkpoint"
  yield* Console.log(
    `Copied ${formatCount(copy.log.size, "event")}${signed} from ${source.location} to ${target.location}.`
  )
})

const ledgerAt = (location: string) =>
  Effect.map(Layer.build(keyStoreAt(location)), (services) => Context.get(services, KeyStore).ledger)
