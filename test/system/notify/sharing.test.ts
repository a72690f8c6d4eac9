import { once } from "node:events"
import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { it } from "vitest"
import { planLedger } from "../../../src/notify/Notifier.ts"
import { ledgerStateOf } from "../../../src/release/Ledger.ts"
import { documentAt } from "../docs/Documents.ts"
import { databaseWithRoles, describeWithPostgres } from "../keys/Postgres.ts"
import { makeService, stop, until } from "./Service.ts"

/** The privileges that the guide gives to notifiers. */
const grants = documentAt("docs/how-to/webhooks.md").blocks.flatMap(({ code }) =>
  code.split("\n").filter((line) => line.startsWith("GRANT"))
)

const identifiers = Array.from({ length: 20 }, (_, index) => `hook_${String(index).padStart(12, "A")}`)

describeWithPostgres("notifiers that share PostgreSQL", () => {
  it("deliver every message once, in order, never two at a time, and go on when one stops", async ({ expect }) => {
    const arrived = new Map<string, Array<string>>()
    const open = new Set<string>()
    let overlaps = 0
    const receiver = createServer((request, response) => {
      const hook = request.url?.slice(1) ?? ""
      if (open.has(hook)) overlaps += 1
      open.add(hook)
      request.resume().on("end", () => {
        // The slowest subscriber delays nobody else.
        const answer = () => {
          open.delete(hook)
          arrived.set(hook, [...(arrived.get(hook) ?? []), String(request.headers["webhook-id"])])
          response.writeHead(204).end()
        }
        if (hook === identifiers[0]) setTimeout(answer, 200)
        else answer()
      })
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const address = receiver.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const scope = Scope.makeUnsafe()
    const { role, sql, url, urlFor } = await Effect.runPromise(Scope.provide(databaseWithRoles, scope))
    const notifier = await Effect.runPromise(Scope.provide(role("notifier"), scope))
    const service = await makeService({ hooks: url, notified: urlFor(notifier) })
    const before = service.ledger().head.sequence
    try {
      await service.addHooks(
        identifiers.map((identifier) => ({ identifier, url: `http://127.0.0.1:${port}/${identifier}` }))
      )
      for (const grant of grants) await Effect.runPromise(sql.unsafe(grant.replace("hook_notifiers", notifier)))
      const [first] = await Promise.all([service.startNotifier(), service.startNotifier(), service.startNotifier()])
      for (let index = 0; index < 5; index++) await service.publish()
      await stop(first.child, "SIGTERM")
      for (let index = 0; index < 5; index++) await service.publish()
      const { messages } = planLedger({ ledger: ledgerStateOf(service.ledger()), log: undefined })
      const wanted = messages.filter(({ sequence }) => sequence > before).map(({ id }) => id)
      await until(async () => identifiers.every((hook) => arrived.get(hook)?.length === wanted.length))
      expect(identifiers.map((hook) => arrived.get(hook))).toEqual(identifiers.map(() => wanted))
      expect(overlaps).toBe(0)
    } finally {
      await service.end()
      receiver.closeAllConnections()
      receiver.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
