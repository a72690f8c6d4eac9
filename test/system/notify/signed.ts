import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Hook } from "../../../src/domain/hooks/HookRegistry.ts"
import {
  deriveSecret,
  formatHookPublicKey,
  formatHookSecret,
  type MasterSecrets
} from "../../../src/notify/HookSecrets.ts"
import { requestOf } from "../../../src/notify/Notifier.ts"
import { date, masterBytes, masterId } from "./Service.ts"

const masters: MasterSecrets = { current: masterId, byId: new Map([[masterId, Redacted.make(masterBytes)]]) }
export const service = "https://licensing.example/api/taxonomy"
const identifier = "hook_AAAAAAAAAAAA"

const hookAt = (url: string, generations: number): Hook => ({
  identifier,
  url,
  key: "nil_AAAAAAAA",
  events: ["release"],
  after: 1,
  date,
  secrets: Array.from({ length: generations }, (_, index) => ({
    generation: generations - index,
    master: masterId,
    ...(index === 0 ? {} : { until: "2099-01-01T00:00:00Z" })
  }))
})

export const message = {
  type: "taxonomy.release",
  timestamp: date,
  data: {
    sequence: 2,
    digest: "d",
    previous: { id: "msg_1", sequence: 1 },
    api_version: "v1",
    links: { releases: "https://r" }
  }
}

/** The request of a message to an address, signed with so many generations of secrets. */
export const requestFor = (url: string, generations = 1) => {
  const request = requestOf(hookAt(url, generations), "msg_2", message, {
    masters,
    service,
    now: Effect.runSync(DateTime.now)
  })
  if (request === undefined) throw new Error("There is no secret")
  return request
}

/** What a subscriber is given. */
export const keysOf = (generation = 1) => {
  const derived = deriveSecret(masters, identifier, { generation, master: masterId })
  if (derived === undefined) throw new Error("There is no secret")
  return { secret: formatHookSecret(derived), publicKey: formatHookPublicKey(derived) }
}
