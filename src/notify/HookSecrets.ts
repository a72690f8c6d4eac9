import { createHmac, createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { HookSecret } from "../domain/hooks/HookRegistry.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { sha256 } from "../platform/Sha256.ts"

/** The environment variable with the master secrets, or the path of a file with them, one per line. */
export const masterVariable = "TAXONOMY_HOOKS_SECRET"

/** The secrets from which those of all hooks are derived, by their ids. The first one makes new secrets. */
export interface MasterSecrets {
  readonly current: string
  readonly byId: ReadonlyMap<string, Redacted.Redacted<Buffer>>
}

/**
 * Reads the master secrets. Fails with `MasterSecretInvalid`, whose message contains nothing of a secret. No master
 * secret can be a key of a log, and no key that is derived from one equals it.
 */
export const readMasterSecrets = Effect.gen(function* () {
  const invalid = (defect: MasterSecretInvalid["defect"]) => new MasterSecretInvalid({ defect })
  const configured = yield* Effect.orDie(Config.Redacted(masterVariable).pipe(Config.withDefault(Redacted.make(""))))
  const value = Redacted.value(configured).trim()
  if (value === "") return yield* invalid("missing")
  const isText = value.includes(marker) || value.includes("PRIVATE+KEY+")
  const text = isText ? value : yield* Effect.mapError(readSecretFile(value), () => invalid("unreadable"))
  const byId = new Map<string, Redacted.Redacted<Buffer>>()
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue
    if (line.includes("PRIVATE+KEY+")) return yield* invalid("log-key")
    const [, encoded = ""] = form.exec(line.trim()) ?? []
    const bytes = Buffer.from(encoded, "base64")
    if (bytes.length < minBytes) return yield* invalid("malformed")
    byId.set(sha256(bytes).slice(0, 8), Redacted.make(bytes))
  }
  const [current] = byId.keys()
  return current === undefined ? yield* invalid("missing") : ({ current, byId } satisfies MasterSecrets)
})

const readSecretFile = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* readRegularFile(file)
  if (((yield* (yield* FileSystem.FileSystem).stat(file)).mode & readableByOthers) !== 0) {
    yield* Console.error(`warning: Every user of this machine can read ${file}. Run chmod 600 on it.`)
  }
  return new TextDecoder().decode(bytes)
})

const readableByOthers = 0o004

const marker = "whms_"

const form = /^whms_([A-Za-z0-9+/]+={0,2})$/

const minBytes = 32

/** What is derived for one generation of the secrets of a hook. */
export interface DerivedSecret {
  /** The key of `v1`, 32 bytes. */
  readonly hmacKey: Buffer
  /** The private key of `v1a`. */
  readonly signingKey: ReturnType<typeof createPrivateKey>
}

/**
 * Derives the secrets of a hook (HKDF, RFC 5869), so that no ledger, database or backup holds them. Each hook has its
 * own key pair, too: a message to one subscriber cannot be passed off as a message to another. Returns `undefined` if
 * the master secret is not there.
 */
export const deriveSecret = (
  { byId }: MasterSecrets,
  hook: string,
  { generation, master }: HookSecret
): DerivedSecret | undefined => {
  const secret = byId.get(master)
  if (secret === undefined) return undefined
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", `taxonomy-hooks/1/${purpose}/${hook}/${generation}`, 32))
  const key = Buffer.concat([pkcs8Header, derive("ed25519")])
  return { hmacKey: derive("hmac"), signingKey: createPrivateKey({ key, format: "der", type: "pkcs8" }) }
}

/** The bytes before the seed of a private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex")

/** The secret of a hook as a subscriber gets it (Standard Webhooks, "Signature scheme"). */
export const formatHookSecret = ({ hmacKey }: DerivedSecret): string => `whsec_${hmacKey.toString("base64")}`

/** The public key of a hook. */
export const formatHookPublicKey = ({ signingKey }: DerivedSecret): string => {
  const { x = "" } = createPublicKey(signingKey).export({ format: "jwk" })
  return `whpk_${Buffer.from(x, "base64url").toString("base64")}`
}

/** The value of `webhook-signature`: both signatures of each secret, the newest first. */
export const signMessage = (
  secrets: ReadonlyArray<DerivedSecret>,
  { body, id, timestamp }: { readonly id: string; readonly timestamp: number; readonly body: string }
): string => {
  const content = Buffer.from(`${id}.${timestamp}.${body}`)
  return secrets
    .flatMap(({ hmacKey, signingKey }) => [
      `v1,${createHmac("sha256", hmacKey).update(content).digest("base64")}`,
      `v1a,${sign(null, content, signingKey).toString("base64")}`
    ])
    .join(" ")
}

const defects = {
  missing: "is not set. Make a secret with: openssl rand -base64 32 | sed s/^/whms_/",
  unreadable: "is neither a secret, which begins with whms_, nor the path of a file that can be read. Correct it.",
  malformed: "holds a line that is not whms_ and at least 32 bytes in Base64. Copy the whole secret again.",
  "log-key": "holds the key of a log. Use a secret of its own: openssl rand -base64 32 | sed s/^/whms_/"
}

/** The environment variable holds no master secret. */
export class MasterSecretInvalid extends Schema.TaggedError<MasterSecretInvalid>()("MasterSecretInvalid", {
  defect: Schema.Literals(["missing", "unreadable", "malformed", "log-key"])
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${masterVariable} ${defects[this.defect]}`
  }
}
