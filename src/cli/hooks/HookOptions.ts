import { existsSync } from "node:fs"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DeliveryState } from "../../domain/hooks/Delivery.ts"
import { sequenceOf } from "../../domain/hooks/HookMessage.ts"
import { findHook, hookStatus, signingSecrets, type Hook } from "../../domain/hooks/HookRegistry.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import { timestampOf, type Timestamp } from "../../domain/ledger/Timestamp.ts"
import { emptyKeyLedger } from "../../keys/KeyLedgerCodec.ts"
import { findLedger } from "../../keys/KeyLedgerLocation.ts"
import { deliveriesFileOf, fileDeliveries } from "../../notify/DeliveryStore.ts"
import { hookLedgerCodec } from "../../notify/Notifier.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { keyLedgerAt, keysOption } from "../keys/KeyOptions.ts"
import { formatRows } from "../keys/KeyView.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"

const defaultFile = "var/hooks.ndjson"

export const hooksOption = Options.textOptionOr(
  "hooks",
  "Hook ledger: a file, or a database as postgres://user@host/name",
  Options.projectPath(defaultFile),
  `${defaultFile} of the project`
).pipe(Flag.withMetavar("location"))

export const hookArgument = Options.textArgument("identifier", "Identifier of the hook, or an unambiguous start of it")

/** The options of every command on hooks, which end with their keys. */
export const ledgerOptions = { hooks: hooksOption, keys: keysOption }

/** What deliveries may reach. */
export const outboundOptions = {
  allowPrivate: Options.toggleOption(
    "allow-private",
    "Deliver to loopback, private and other addresses inside a network"
  ),
  allowHttp: Options.toggleOption("allow-http", "Deliver over http, which others can read")
}

/** The base address of the read API in messages. */
export const serviceOption = Options.textOption(
  "service",
  "Base address of the read API, such as https://licensing.example/api/taxonomy"
).pipe(
  Flag.withMetavar("url"),
  Flag.filter(Options.isWebAddress, () => "a URL such as https://licensing.example/api/taxonomy"),
  Flag.map((url) => url.replace(/\/+$/, ""))
)

/** Opens the hook ledger that `--hooks` names, and hides its password in the list of processes. */
export const hookStoreAt = Effect.fnUntraced(function* (location: string) {
  const { hasPassword, store } = yield* findLedger(hookLedgerCodec, location)
  if (hasPassword) hideFromProcessList(location)
  return yield* store
})

export const isDatabase = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location)

/** Opens the deliveries of a hook ledger. */
export const deliveriesAt = Effect.fnUntraced(function* (location: string) {
  if (!isDatabase(location)) return yield* fileDeliveries(deliveriesFileOf(location))
  const { postgresDeliveries } = yield* Effect.promise(() => import("../../notify/PostgresDeliveries.ts"))
  return yield* postgresDeliveries(location)
})

/** How far messages to each hook are delivered. Creates nothing. */
const readDeliveries = Effect.fnUntraced(function* (location: string) {
  if (!isDatabase(location) && !existsSync(deliveriesFileOf(location))) return new Map<string, DeliveryState>()
  const states = yield* (yield* deliveriesAt(location)).states
  return new Map(states.map((state) => [state.hook, state]))
})

/** The hooks, the keys with which they end, and how far messages are delivered. */
export const readHooks = Effect.fnUntraced(function* (input: { readonly hooks: string; readonly keys: string }) {
  const hooks = (yield* (yield* hookStoreAt(input.hooks)).read(hookLedgerCodec.empty)).state
  const keys = (yield* (yield* (yield* keyLedgerAt(input.keys)).store).read(emptyKeyLedger)).state
  return { hooks, keys, deliveries: yield* readDeliveries(input.hooks) }
})

/** Finds the hook that an argument names. */
export const selectHook = (hooks: ReadonlyMap<string, Hook>, text: string) => Effect.fromResult(findHook(hooks, text))

/** A hook as the commands print it. The names are those of the JSON output. JSON leaves out what is undefined. */
export const toHookView = (hook: Hook, keys: KeyRegistry, now: Timestamp, delivery?: DeliveryState) => {
  const { actor, after, date, events, identifier, key, paused, removed, resumed, url } = hook
  const isFailing = delivery !== undefined && delivery.failures > 0
  return {
    identifier,
    status: hookStatus(hook, keys, now),
    url,
    key,
    events,
    after,
    added_at: date,
    added_by: actor,
    secrets: signingSecrets(hook, now).map(({ generation, until }) => ({ generation, until })),
    paused_at: paused?.date,
    paused_by: paused?.actor,
    pause_cause: paused?.cause,
    resumed_at: resumed,
    removed_at: removed?.date,
    removed_by: removed?.actor,
    removal_cause: removed?.cause,
    delivered_through: delivery === undefined ? undefined : sequenceOf(delivery.place),
    failures: delivery?.failures,
    failing_since: isFailing ? formatInstant(delivery.failingSince) : undefined,
    next_attempt_at: isFailing ? formatInstant(delivery.due) : undefined,
    last_result: delivery === undefined || delivery.last === "" ? undefined : delivery.last
  }
}

export type HookView = ReturnType<typeof toHookView>

const formatInstant = (millis: number): string => timestampOf(DateTime.makeUnsafe(millis))

export const printHookView = (view: HookView, format: "pretty" | "json", secrets: object = {}) =>
  Console.log(
    format === "json"
      ? jsonLine({ ...secrets, ...view })
      : [
          ...formatRows(Object.entries(secrets).map(([name, value]) => [secretNames[name] ?? name, String(value)])),
          ...renderHookView(view)
        ].join("\n")
  )

const secretNames: Readonly<Record<string, string>> = { secret: "Secret", public_key: "Public key" }

const renderHookView = (view: HookView): ReadonlyArray<string> =>
  formatRows([
    ["Identifier", view.identifier],
    ["Status", view.status],
    ["Address", view.url],
    ["Key", view.key],
    ["Events", view.events.join(", ")],
    ["Begins", `after event ${view.after} of the ledger of releases`],
    ["Added", by(view.added_at, view.added_by)],
    [
      "Old secret",
      view.secrets.flatMap(({ until }) => (until === undefined ? [] : [`signs until ${until}`])).join(", ")
    ],
    ["Paused", view.paused_at && `${by(view.paused_at, view.paused_by)} (${view.pause_cause})`],
    ["Resumed", view.resumed_at],
    ["Removed", view.removed_at && `${by(view.removed_at, view.removed_by)} (${view.removal_cause})`],
    ["Delivered", view.delivered_through === undefined ? undefined : `up to event ${view.delivered_through}`],
    ["Last result", view.last_result],
    ["Failing since", view.failing_since],
    ["Next attempt", view.next_attempt_at]
  ])

const by = (date: string, actor: string | undefined): string => (actor === undefined ? date : `${date} by ${actor}`)
