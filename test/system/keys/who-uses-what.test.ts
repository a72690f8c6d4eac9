import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import * as Redacted from "effect/Redacted"
import { keyStoreAt } from "../../../src/cli/keys/KeyOptions.ts"
import { findKeyLedger } from "../../../src/keys/KeyLedgerLocation.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { serveAdmin } from "../../../src/server/AdminServer.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import { serveReads } from "../../../src/server/ReadServer.ts"
import { makeUsageRecorder } from "../../../src/usage/UsageRecorder.ts"
import { runKeys } from "../cli/keys/runKeys.ts"
import { publishStory } from "../server/licensing.ts"
import { send } from "../server/request.ts"
import { describeWithPostgres, temporaryDatabase } from "./Postgres.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"

const dayMillis = 86_400_000

/** A clock that shows a time in milliseconds. */
const clockAt = (now: () => number) =>
  Effect.map(Clock.Clock, (clock): Clock.Clock =>
    Object.assign(Object.create(clock), { currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) })
  )

/** A server with keys in PostgreSQL, and what three customers sent in ten days, at noon. */
const week = Effect.gen(function* () {
  const { folder } = yield* temporaryLedger
  const { url } = yield* temporaryDatabase
  const releases = `${folder}/releases`
  yield* publishStory(releases, "1.3.0")
  const store = yield* storeIn(url)
  const issue = (organization: string, contact: string) => store.issue({ ...holder, organization, contact })
  const [burger, school, agency] = [
    yield* issue("Burger Group", "legal@burger.example"),
    yield* issue("Sports School", "it@school.example"),
    yield* issue("Agency", "api@agency.example")
  ]
  let daysAgo = 0
  const midnight = Math.floor((yield* Clock.currentTimeMillis) / dayMillis) * dayMillis
  const dayBefore = (days: number) => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(midnight - days * dayMillis))
  const clock = yield* clockAt(() => midnight + dayMillis / 2 - daysAgo * dayMillis)
  const { usage } = yield* findKeyLedger(url)
  const recorder = yield* makeUsageRecorder({ store: usage ?? assert.fail("no store"), batchSize: 1000 })
  const services = yield* Layer.build(
    Layer.mergeAll(CurrentCatalog.layer(releases), KeyRing.layer({}).pipe(Layer.provide(keyStoreAt(url))))
  )
  const address = yield* serveReads({
    host: "127.0.0.1",
    port: 0,
    basePath: "/api/taxonomy",
    upgradeUrl: "https://licensing.example/upgrade",
    log: () => undefined,
    usage: recorder.counter
  }).pipe(Effect.provideContext(services), Effect.provideService(Clock.Clock, clock))
  const admin = yield* serveAdmin({
    host: "127.0.0.1",
    port: 0,
    phase: () => "serving",
    allowNoKeys: false,
    usage: recorder
  }).pipe(Effect.provideContext(services))
  const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port
  const read = (path: string, { key }: typeof burger) =>
    send(port, `/api/taxonomy/v1/${path}`, { headers: { Authorization: `Bearer ${Redacted.value(key)}` } })
  for (daysAgo = 9; daysAgo >= 0; daysAgo--) {
    // The burgers filter by the old value on some days, the school has moved on a week ago, and the agency reads everything.
    if (daysAgo % 2 === 0) yield* read("licenses?exclusive_categories=QSR_FAST_FOOD", burger)
    if (daysAgo > 7) yield* read("licenses?exclusive_categories=QSR_FAST_FOOD&version=v1.0", school)
    yield* read("licenses?version=v1.0.0", school)
    yield* read("schema", agency)
  }
  yield* recorder.read(undefined)
  return {
    url,
    dayBefore,
    adminUrl: `http://127.0.0.1:${NetAddress.isUnixPathAddress(admin) ? 0 : admin.port}`,
    identifiers: { burger: burger.event.identifier, school: school.event.identifier }
  }
}).pipe(Effect.provide(NodeServices.layer))

describeWithPostgres("a week of requests", () => {
  it.live("tells with one command each who still uses a deprecated value, and who still pins a release", () =>
    Effect.gen(function* () {
      const { adminUrl, dayBefore, identifiers, url } = yield* week
      const [firstDay, sixDaysAgo, today] = [dayBefore(9), dayBefore(6), dayBefore(0)]
      const usage = (...args: ReadonlyArray<string>) => runKeys(["usage", ...args, "--keys", url])

      const users = yield* usage("--deprecated", "QSR_FAST_FOOD", "--since", sixDaysAgo, "--format", "csv")
      const header = "identifier,status,organization,contact,kind,name,requests,first_used_on,last_used_on"
      const item = "deprecated,exclusive_categories/QSR_FAST_FOOD"
      const burger = `${identifiers.burger},active,Burger Group,legal@burger.example`
      assert.deepStrictEqual(users.stdout.split("\r\n"), [header, `${burger},${item},4,${sixDaysAgo},${today}`])

      const pins = yield* usage("--release", "v1.0", "--pinned")
      const [titles = "", row = "", ...more] = pins.stdout.split("\n")
      assert.match(titles, /^Used +How +Requests +Last on +Identifier +Status +Contact +Organization$/)
      assert.match(
        row,
        new RegExp(`^v1\\.0\\.0 +pinned +12 +${today} +${identifiers.school} +active .* +Sports School$`)
      )
      assert.deepStrictEqual(more, [])

      // The server tells the same as the database, for a program and for another command.
      const [direct, asked] = [
        yield* usage("--format", "json", "--since", firstDay, "--until", today),
        yield* usage("--format", "json", "--since", firstDay, "--until", today, "--admin-url", adminUrl)
      ]
      assert.strictEqual(direct.stdout, asked.stdout)
      assert.include(direct.stdout, `{"since":"${firstDay}","until":"${today}","uses":[{`)

      const none = yield* usage("QSR_FASTFOOD")
      assert.match(none.stdout, /^No key has such a use from .*\. Named were exclusive_categories\/QSR_FAST_FOOD\.$/)
      const refused = yield* runKeys(["usage", "--keys", "./keys.ndjson"])
      assert.deepStrictEqual([refused.code, /Name the admin port/.test(refused.message)], [2, true])
      const malformed = yield* usage("--since", "2026-02-30")
      assert.deepStrictEqual([malformed.code, /--since and --until take days/.test(malformed.message)], [2, true])
    })
  )
})
