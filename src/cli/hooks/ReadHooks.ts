import { randomBytes } from "node:crypto"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { describeOutcome } from "../../domain/hooks/Delivery.ts"
import { hookStatus } from "../../domain/hooks/HookRegistry.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { readMasterSecrets } from "../../notify/HookSecrets.ts"
import { requestOf } from "../../notify/Notifier.ts"
import { makeSend } from "../../notify/Send.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { commandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import {
  hookArgument,
  ledgerOptions,
  outboundOptions,
  printHookView,
  readHooks,
  selectHook,
  serviceOption,
  toHookView,
  type HookView
} from "./HookOptions.ts"

const listOptions = { ...ledgerOptions, format: Options.plainFormatOption }

/** `taxonomy hooks list`: prints all hooks in the order in which they were added, with why some get nothing. */
export const listHooks = Options.makeCommand("list", listOptions, {
  "taxonomy hooks list": "List all hooks",
  "taxonomy hooks list --format json": "List them as JSON"
})(function* (input) {
  const views = yield* Effect.scoped(
    Effect.gen(function* () {
      const { deliveries, hooks, keys } = yield* readHooks(input)
      const now = yield* currentTime
      return Array.from(hooks.values(), (hook) => toHookView(hook, keys, now, deliveries.get(hook.identifier)))
    })
  )
  if (input.format === "json") return yield* Console.log(jsonLine({ hooks: views }))
  yield* Console.log(views.length === 0 ? "No hooks. Add one with taxonomy hooks add." : renderTable(views))
})

const renderTable = (views: ReadonlyArray<HookView>): string => {
  const rows = [
    ["Identifier", "Status", "Key", "Delivered", "Failures", "Address"],
    ...views.map(({ delivered_through, failures, identifier, key, status, url }) => [
      identifier,
      status,
      key,
      delivered_through === undefined ? "-" : String(delivered_through),
      failures === undefined ? "-" : String(failures),
      // The rest of an address can be a secret of the subscriber.
      new URL(url).origin
    ])
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** `taxonomy hooks show`: prints a hook, without its secrets. */
export const showHook = Options.makeCommand(
  "show",
  { identifier: hookArgument, ...listOptions },
  { "taxonomy hooks show hook_AbCdEfGhIjKl": "Find out why a subscriber gets nothing" }
)(function* (input) {
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { deliveries, hooks, keys } = yield* readHooks(input)
      const hook = yield* selectHook(hooks, input.identifier)
      yield* printHookView(toHookView(hook, keys, yield* currentTime, deliveries.get(hook.identifier)), input.format)
    })
  )
})

const testOptions = { identifier: hookArgument, service: serviceOption, ...outboundOptions, ...ledgerOptions }

/** `taxonomy hooks test`: sends a signed message of the type `taxonomy.test` now, once, and prints the answer. */
export const testHook = Options.makeCommand("test", testOptions, {
  "taxonomy hooks test hook_AbCdEfGhIjKl --service https://licensing.example/api/taxonomy":
    "See whether a receiver works"
})(function* (input) {
  const masters = yield* readMasterSecrets
  const { service } = input
  const { hooks, keys } = yield* Effect.scoped(readHooks(input))
  const hook = yield* selectHook(hooks, input.identifier)
  const now = yield* DateTime.now
  const timestamp = timestampOf(now)
  const status = hookStatus(hook, keys, timestamp)
  if (status !== "active" && status !== "paused") {
    return yield* commandRefused(`The hook ${hook.identifier} gets no messages: its status is ${status}.`)
  }
  const message = { type: "taxonomy.test", timestamp, data: { hook: hook.identifier } }
  const id = `msg_test_${randomBytes(9).toString("hex")}`
  const request = requestOf(hook, id, message, { masters, service, now })
  if (request === undefined) {
    return yield* commandRefused(
      `The master secret of ${hook.identifier} is missing. Add it, or run taxonomy hooks rotate.`
    )
  }
  const outcome = yield* makeSend({ ...input, timeoutMillis: 15_000 })(request)
  const isDelivered = outcome._tag === "Answered" && outcome.status >= 200 && outcome.status < 300
  if (!isDelivered) return yield* commandRefused(`The test was not delivered: ${describeOutcome(outcome)}.`)
  yield* Console.log(`Delivered ${id}: ${describeOutcome(outcome)}.`)
})
