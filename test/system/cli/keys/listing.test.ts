import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { generateApiKey } from "../../../../src/domain/keys/ApiKey.ts"
import { KeyIssued, KeyRevoked, type KeyEnvironment, type KeyEvent } from "../../../../src/domain/keys/KeyEvent.ts"
import type { Tier } from "../../../../src/domain/keys/Tier.ts"
import { timestampOf } from "../../../../src/domain/ledger/Timestamp.ts"
import { emptyKeyLedger, encodeKeyEvents } from "../../../../src/keys/KeyLedgerCodec.ts"
import { holder, storeIn, temporaryLedger } from "../../keys/storeIn.ts"
import { runKeys } from "./runKeys.ts"

describe("taxonomy keys list", () => {
  it.live("lists the keys that match an organization, environment, tier, status or age", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([
        { organization: "Acme", environment: "production", tier: "free", days: 200, revoked: true },
        { organization: "Acme Sports", environment: "staging", tier: "free", days: 100 },
        { organization: "Sports Law", environment: "production", tier: "enterprise", days: 91 },
        { organization: "ACME", environment: "production", tier: "professional", days: 10 }
      ])
      for (const [args, wanted] of filters) {
        const { stdout } = yield* runKeys(["list", "--keys", path, "--format", "json", ...args])
        const found = decodeListed(stdout).keys.map(({ identifier }) => identifier)
        assert.deepStrictEqual(
          found,
          wanted.map((index) => identifiers[index] ?? ""),
          args.join(" ")
        )
      }
    })
  )

  it.live("prints a table with ages and keys due for rotation, and a hint if no key matches", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([
        { organization: "Acme", environment: "staging", tier: "free", days: 91 },
        { organization: "Sports Law", tier: "enterprise", days: 1 },
        { organization: "Sports Law", days: 1000, revoked: true }
      ])
      const { stdout } = yield* runKeys(["list", "--keys", path])
      const [header = "", ...lines] = stdout.split("\n")
      for (const start of ["Status", "Age", "Tier", "Environment", "Organization"].map((title) =>
        header.indexOf(title)
      )) {
        for (const line of lines) assert.match(line.slice(start - 2), /^ {2}\S/)
      }
      assert.deepStrictEqual(
        stdout.split("\n").map((line) => line.split(/ {2,}/)),
        [
          ["Identifier", "Status", "Age", "Tier", "Environment", "Organization"],
          [identifiers[0] ?? "", "active", "91 d, rotate", "free", "staging", "Acme"],
          [identifiers[1] ?? "", "active", "1 d", "enterprise", "production", "Sports Law"],
          [identifiers[2] ?? "", "revoked", "1000 d", "free", "production", "Sports Law"]
        ]
      )
      const none = yield* runKeys(["list", "--keys", path, "--organization", "Nobody"])
      assert.deepStrictEqual(
        [none.code, none.stdout],
        [0, "No keys match these filters. Run `taxonomy keys list` to see all keys."]
      )
    })
  )

  it.live("says when keys expire, if any does", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([
        { expiresIn: 13 },
        { expiresIn: 100 },
        {},
        { expiresIn: -1, days: 9 }
      ])
      const { stdout } = yield* runKeys(["list", "--keys", path])
      const [header = "", ...lines] = stdout.split("\n")
      assert.match(header, / Age {2,}Expires in {2,}Tier /)
      assert.deepStrictEqual(
        lines.map((line) => line.split(/ {2,}/).slice(0, 4)),
        [
          [identifiers[0] ?? "", "active", "0 d", "13 d, soon"],
          [identifiers[1] ?? "", "active", "0 d", "100 d"],
          [identifiers[2] ?? "", "active", "0 d", "free"],
          [identifiers[3] ?? "", "expired", "9 d", "free"]
        ]
      )
      for (const [args, index] of [
        [["--expiring"], 0],
        [["--status", "expired"], 3]
      ] as const) {
        const listed = yield* runKeys(["list", "--keys", path, "--format", "json", ...args])
        assert.deepStrictEqual(decodeListed(listed.stdout).keys, [{ identifier: identifiers[index] ?? "" }])
      }
    })
  )

  it.live("rejects invalid filters with 2", () =>
    Effect.gen(function* () {
      for (const wrong of [
        ["--tier", "gold"],
        ["--status", "lost"],
        ["--older-than", "x"],
        ["--environment", "moon"]
      ]) {
        assert.strictEqual((yield* runKeys(["list", ...wrong])).code, 2)
      }
    })
  )
})

const filters: ReadonlyArray<readonly [args: ReadonlyArray<string>, wanted: ReadonlyArray<number>]> = [
  [[], [0, 1, 2, 3]],
  [
    ["--organization", "acme"],
    [0, 1, 3]
  ],
  [["--organization", "sports", "--environment", "production"], [2]],
  [["--environment", "staging"], [1]],
  [
    ["--tier", "free"],
    [0, 1]
  ],
  [["--status", "revoked"], [0]],
  [
    ["--status", "active", "--organization", "acme"],
    [1, 3]
  ],
  [
    ["--older-than", "100"],
    [0, 1]
  ],
  [["--rotation-due"], [1, 2]],
  [["--rotation-due", "--tier", "professional"], []]
]

describe("taxonomy keys show, rotate and revoke", () => {
  it.live("reject an ambiguous start with 1, and suggest a similar key", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{}, {}])
      const [first = "", second = ""] = identifiers
      const before = yield* Effect.promise(() => readFile(path, "utf8"))
      const [beginning, other] = [first.slice(0, -1), first.replace("_", "-")]
      for (const args of [["show"], ["rotate"]]) {
        const ambiguous = yield* runKeys([...args, "--keys", path, beginning])
        const unknown = yield* runKeys([...args, "--keys", path, other])
        assert.deepStrictEqual([ambiguous.code, ambiguous.stdout, unknown.code, unknown.stdout], [1, "", 1, ""])
        const which = `"${beginning}" matches several keys: ${first}, ${second}. Give all 12 characters`
        assert.strictEqual(ambiguous.message, `error: ${which}`)
        assert.strictEqual(unknown.message, `error: Unknown key "${other}". Did you mean "${first}"?`)
      }
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), before)
    })
  )

  it.live("accept a whole key, and reject other texts with 2", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path, (count) => new Uint8Array(count).fill(1))
      const { event, key } = yield* store.issue(holder)
      const text = Redacted.value(key)
      const revoking = (identifier: string) =>
        runKeys(["revoke", identifier, "--keys", path, "--reason", "Lost.", "--yes"])
      for (const wrong of [
        text.slice(0, 11),
        text.slice(0, 13),
        text.slice(0, -1),
        `${text}x`,
        text.replace("11", "12")
      ]) {
        const { code, message } = yield* revoking(wrong)
        assert.strictEqual(code, 2, wrong)
        assert.notInclude(message, "1".repeat(12))
      }
      const forged = generateApiKey((count) => Uint8Array.from({ length: count }, (_, index) => (index < 8 ? 1 : 2)))
      const { code, message } = yield* revoking(forged)
      assert.deepStrictEqual([forged.slice(0, 12), code], [event.identifier, 1])
      assert.notInclude(message, forged.slice(12))
      assert.isUndefined((yield* store.keys).get(event.identifier)?.revoked)
      assert.strictEqual((yield* revoking(text)).code, 0)
    })
  )

  it.live("reject a revoked key with 1", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{ revoked: true }])
      const [identifier = ""] = identifiers
      for (const args of [
        ["revoke", "--reason", "Again.", "--yes"],
        ["change", "--tier", "free", "--yes"],
        ["rotate"]
      ]) {
        const { code, message, stdout } = yield* runKeys([...args, "--keys", path, identifier])
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.match(message, new RegExp(`${identifier} was already revoked at \\S+Z\\. Nothing changed\\.$`))
      }
    })
  )

  it.live("reject an unconfirmed revocation with 2, and write nothing", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{}])
      const before = yield* Effect.promise(() => readFile(path, "utf8"))
      const { code, message } = yield* runKeys(["revoke", "--keys", path, "--reason", "Lost.", identifiers[0] ?? ""])
      assert.strictEqual(code, 2)
      assert.include(message, "--yes")
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), before)
    })
  )

  it.live("require an identifier without a terminal", () =>
    Effect.gen(function* () {
      for (const command of ["show", "rotate", "change", "revoke"]) {
        const { code, stderr } = yield* runKeys([command])
        assert.strictEqual(code, 2)
        assert.include(stderr, "identifier")
      }
    })
  )
})

describe("taxonomy keys change", () => {
  it.live("changes tier, contact and expiry, and records by whom", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{}])
      const run = (...args: ReadonlyArray<string>) =>
        Effect.map(runKeys([...args, identifiers[0] ?? "", "--keys", path]), ({ code, message, stdout }) => {
          assert.deepStrictEqual([code, message], [0, ""])
          return stdout
        })
      const terms = ["--tier", "enterprise", "--contact", "legal@example.com", "--expires", "2199-01-31"]
      const changed = yield* run("change", ...terms, "--actor", "Ada", "--yes")
      assert.match(changed, /^Tier {2,}enterprise$/m)
      assert.match(changed, /^Contact {2,}legal@example\.com$/m)
      assert.match(changed, /^Expires {2,}2199-01-31T00:00:00Z \(in \d+ days\)$/m)
      assert.match(changed, /^Changed {2,}\S+Z by Ada$/m)
      assert.strictEqual(yield* run("show"), changed)
      const rotated = yield* runKeys(["rotate", identifiers[0] ?? "", "--keys", path, "--actor", "Ada"])
      assert.match(rotated.stdout, /^Issued {2,}\S+Z by Ada \(0 days\)$/m)
      assert.match(rotated.stdout, /^Expires {2,}2\d{3}-/m)
      assert.match(rotated.stderr, /The new key expires at \S+Z, with a lifetime as long as that of the old one\./)
      const none = yield* run("change", "--contact", "none", "--expires", "never", "--yes")
      assert.notMatch(none, /^(?:Contact|Expires)/m)
      const revoked = yield* run("revoke", "--reason", "Lost.", "--actor", "Bob", "--yes")
      assert.match(revoked, /^Revoked {2,}\S+Z by Bob$/m)
    })
  )

  it.live("rejects a change that is not confirmed, or names nothing, with 2, and one without effect with 1", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{}])
      const before = yield* Effect.promise(() => readFile(path, "utf8"))
      const codeOf = (...args: ReadonlyArray<string>) =>
        Effect.map(runKeys(["change", identifiers[0] ?? "", "--keys", path, ...args]), ({ code }) => code)
      for (const usage of [
        ["--tier", "enterprise"],
        ["--yes"],
        ["--tier", "gold", "--yes"],
        ["--contact", "nobody", "--yes"],
        ["--expires", "soon", "--yes"]
      ]) {
        assert.strictEqual(yield* codeOf(...usage), 2, usage.join(" "))
      }
      const [identifier = ""] = identifiers
      for (const [option, value, message] of [
        ["--tier", "free", /^error: The key nil_\w{8} has this tier, contact and expiry already\. Nothing changed\.$/],
        [
          "--expires",
          "2020-01-01",
          /^error: The expiry 2020-01-01T00:00:00Z has passed: it is \S+Z\. Choose a later one, or/
        ]
      ] as const) {
        const ran = yield* runKeys(["change", identifier, "--keys", path, option, value, "--yes"])
        assert.deepStrictEqual([ran.code, ran.stdout], [1, ""])
        assert.match(ran.message, message)
      }
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), before)
    })
  )
})

describe("commands that append to the ledger", () => {
  it.live("warn if the clock is behind the newest event", () =>
    Effect.gen(function* () {
      const { identifiers, path } = yield* ledgerOf([{ days: -10 }])
      const identifier = identifiers[0] ?? ""
      const known = yield* runKeys(["change", identifier, "--keys", path, "--tier", "enterprise", "--yes"])
      const revoked = yield* runKeys(["revoke", identifier, "--keys", path, "--reason", "Lost.", "--yes"])
      for (const { code, stderr } of [known, revoked]) {
        assert.strictEqual(code, 0)
        assert.match(
          stderr,
          /^warning: The clock of this machine is wrong, or that of another one was: it shows \S+Z, /
        )
      }
    })
  )
})

interface WrittenKey {
  readonly organization?: string
  readonly environment?: KeyEnvironment
  readonly tier?: Tier
  readonly days?: number
  readonly revoked?: boolean
  /** Days from now. */
  readonly expiresIn?: number
}

/** A ledger of keys that were issued some days ago, and their prefixes, which differ at the end. */
const ledgerOf = Effect.fnUntraced(function* (keys: ReadonlyArray<WrittenKey>) {
  const { path } = yield* temporaryLedger
  const now = yield* DateTime.now
  const identifiers = keys.map((_, index) => `nil_AAAAAAA${index}`)
  const events = keys.flatMap((key, index): ReadonlyArray<KeyEvent> => {
    const {
      days = 0,
      environment = "production",
      expiresIn,
      organization = "Acme",
      revoked = false,
      tier = "free"
    } = key
    const date = timestampOf(DateTime.subtract(now, { days }))
    const identifier = identifiers[index] ?? ""
    const rest = { organization, use_case: "A shop", expected_volume: "10 a day", environment, tier, date }
    const expiry =
      expiresIn === undefined
        ? {}
        : { expires: timestampOf(DateTime.add(now, { days: expiresIn, ...(expiresIn > 0 ? { minutes: 10 } : {}) })) }
    const issued = KeyIssued.make({ identifier, sha256: "0".repeat(64), ...rest, ...expiry })
    return revoked ? [issued, KeyRevoked.make({ identifier, reason: "Lost.", date })] : [issued]
  })
  const text = encodeKeyEvents(emptyKeyLedger, events)
    .map((line) => `${line}\n`)
    .join("")
  yield* Effect.promise(async () => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  })
  return { identifiers, path }
})

const decodeListed = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.Struct({ identifier: Schema.String })) }))
)
