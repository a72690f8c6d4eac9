import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { hookKinds } from "../../../../src/domain/hooks/HookEvent.ts"
import {
  HookMessage,
  messageBody,
  nextMessage,
  placeOf,
  planMessages,
  sequenceOf
} from "../../../../src/domain/hooks/HookMessage.ts"
import type { ReleaseEvent } from "../../../../src/domain/release/ReleaseEvent.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"

const [v1, v2] = [Schema.decodeSync(Version)("1.0.0"), Schema.decodeSync(Version)("1.1.0")]
const date = "2026-11-28T12:00:00Z"
const publication = {
  published_at: date,
  source_commit: "c",
  waivers: [],
  format: 1,
  manifest: `sha256:${"b".repeat(64)}`
}
const deprecation = { replaced_by: [], reason: "A test." }

const events: ReadonlyArray<ReleaseEvent> = [
  { _tag: "ReleasePublished", version: v1, base: null, changes: [], ...publication },
  {
    _tag: "ReleasePublished",
    version: v2,
    base: v1,
    changes: [
      { kind: "license-deprecated", bump: "minor", license: "NIL+A", after: deprecation },
      { kind: "value-deprecated", bump: "minor", dimension: "use_type", value: "a+b", after: deprecation },
      { kind: "value-removed", bump: "major", dimension: "use_type", value: "OLD" },
      { kind: "rule-removed", bump: "minor", rule: "r" }
    ],
    ...publication
  },
  { _tag: "ReleaseWithdrawn", version: v2, date, reason: "Wrong." },
  { _tag: "MajorEnded", major: 1, date, reason: "Old." }
]
const leaves = events.map((_, index) => ({ event: `sha256:${String(index).repeat(64)}` }))
const messages = planMessages(events, leaves)

describe("planMessages", () => {
  it("tells each event by its kinds, in order, with ids that never change", () => {
    assert.deepStrictEqual(
      messages.map(({ id }) => id),
      [
        "msg_1_release_000000000000",
        "msg_2_release_111111111111",
        "msg_2_deprecation_111111111111",
        "msg_2_license-changed_111111111111",
        "msg_3_withdrawal_222222222222",
        "msg_4_end-of-life_333333333333"
      ]
    )
    const places = messages.map(({ place }) => place)
    assert.deepStrictEqual(
      places,
      [...places].sort((a, b) => a - b)
    )
    assert.deepStrictEqual(
      places.map(sequenceOf),
      messages.map(({ sequence }) => sequence)
    )
  })
})

describe("nextMessage", () => {
  it("gives a subscription its kinds alone, each with the one before it", () => {
    const subscription = { events: ["deprecation", "end-of-life"] as const, after: 1 }
    const first = nextMessage(messages, subscription, placeOf(2) - 1)
    assert.deepStrictEqual([first?.message.kind, first?.previous], ["deprecation", undefined])
    const second = nextMessage(messages, subscription, first?.message.place ?? 0)
    assert.deepStrictEqual([second?.message.kind, second?.previous], ["end-of-life", first?.message])
    assert.isUndefined(nextMessage(messages, subscription, second?.message.place ?? 0))
  })

  it("tells nothing from before the subscription", () => {
    assert.strictEqual(nextMessage(messages, { events: hookKinds, after: 3 }, 0)?.message.kind, "end-of-life")
  })
})

describe("messageBody", () => {
  const service = "https://licensing.example/api/taxonomy"
  const bodies = messages.map((message, index) => messageBody(message, messages[index - 1], service, () => undefined))

  it("is what its schema says", () => {
    const isMessage = Schema.is(HookMessage)
    for (const body of bodies) assert.isTrue(isMessage(body))
    assert.include(bodies[2], { type: "taxonomy.deprecation", timestamp: date })
    assert.deepStrictEqual(bodies[2]?.data.previous, { id: "msg_2_release_111111111111", sequence: 2 })
    assert.deepStrictEqual(
      bodies[1]?.data.items?.map(({ href, item }) => [item, href?.slice(service.length)]),
      [
        ["NIL+A", "/v1/licenses/NIL%2BA?version=v1.1.0"],
        ["use_type/a+b", "/v1/dimensions/use_type/values/a%2Bb?version=v1.1.0"],
        ["use_type/OLD", undefined],
        ["rules/r", undefined]
      ]
    )
    assert.include(bodies[4]?.data, { release: "1.1.0", reason: "Wrong." })
    assert.include(bodies[5]?.data, { api_version: "v1", reason: "Old." })
  })

  it("links to endpoints of the contract", () => {
    const routes = endpointRoutes().map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`))
    const links = bodies.flatMap(({ data }) => [
      ...Object.values(data.links),
      ...(data.items ?? []).flatMap(({ href }) => (href === undefined ? [] : [href]))
    ])
    assert.isAbove(links.length, 10)
    for (const link of links) {
      const { pathname } = new URL(link)
      assert.isTrue(
        routes.some((route) => route.test(pathname.slice("/api/taxonomy".length))),
        link
      )
    }
  })
})
