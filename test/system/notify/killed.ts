import { join } from "node:path"
import { expect } from "vitest"
import { planLedger } from "../../../src/notify/Notifier.ts"
import { ledgerStateOf } from "../../../src/release/Ledger.ts"
import { findFixedPort } from "../../support/FixedPort.ts"
import { makeRandom } from "./makeRandom.ts"
import { makeService, readReceived, stop, until } from "./Service.ts"

const identifiers = ["hook_AAAAAAAAAAAA", "hook_BBBBBBBBBBBB", "hook_CCCCCCCCCCCC"] as const

/**
 * Publishes while a notifier and a receiver are killed so many times, at moments that a seed decides. Then everything
 * must have arrived, in order for each subscriber, and repeated only with the same id.
 */
export const surviveKills = async (kills: number, seed: number) => {
  const random = makeRandom(seed)
  const service = await makeService()
  const before = service.ledger().head.sequence
  const file = join(service.folder, "received.ndjson")
  const port = Number(await findFixedPort())
  await service.addHooks([
    { identifier: identifiers[0], url: `http://127.0.0.1:${port}/${identifiers[0]}` },
    { identifier: identifiers[1], url: `http://127.0.0.1:${port}/${identifiers[1]}`, events: ["deprecation"] },
    { identifier: identifiers[2], url: `http://127.0.0.1:${port}/${identifiers[2]}`, events: ["release", "withdrawal"] }
  ])
  const startReceiver = async () => (await service.startReceiver(file, port, Math.floor(random() * 1e9))).child
  let receiver = await startReceiver()
  let notifier = (await service.startNotifier()).child
  let [killed, ownDeaths] = [0, 0]
  const revive = async () => {
    if (receiver.exitCode === null && receiver.signalCode === null) return
    ownDeaths += 1
    receiver = await startReceiver()
  }
  try {
    while (killed + ownDeaths < kills) {
      await service.publish()
      await new Promise((resolve) => setTimeout(resolve, random() * 700))
      if (random() < 0.6) {
        await stop(notifier)
        notifier = (await service.startNotifier()).child
      } else {
        await stop(receiver)
        receiver = await startReceiver()
      }
      killed += 1
      await revive()
    }
    await stop(receiver)
    receiver = (await service.startReceiver(file, port)).child
    const { messages } = planLedger({ ledger: ledgerStateOf(service.ledger()), log: undefined })
    const expected = (kinds: ReadonlyArray<string>) =>
      messages.filter(({ kind, sequence }) => sequence > before && kinds.includes(kind)).map(({ id }) => id)
    const wanted = [
      expected(["release", "deprecation", "license-changed"]),
      expected(["deprecation"]),
      expected(["release"])
    ]
    const arrived = async () => {
      const received = await readReceived(file)
      return identifiers.map((hook) =>
        received.filter(({ url }) => url === `/${hook}`).map(({ headers }) => headers["webhook-id"] ?? "")
      )
    }
    await until(async () => (await arrived()).every((ids, index) => ids.at(-1) === wanted[index]?.at(-1)))
    const all = await arrived()
    const repeated = all.flatMap((ids) => ids.filter((id, index) => id === ids[index - 1])).length
    expect(all.map((ids) => ids.filter((id, index) => id !== ids[index - 1]))).toEqual(wanted)
    return {
      events: service.ledger().head.sequence - before,
      messages: wanted.flat().length,
      repeated,
      killed,
      ownDeaths
    }
  } finally {
    await service.end()
  }
}
