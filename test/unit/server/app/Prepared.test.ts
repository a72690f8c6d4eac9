import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { categories, ended, release, withdrawn } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { basePath, serveCatalog } from "../../../support/server/ServeCatalog.ts"
import { signLog } from "../../../support/server/SignedLog.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const catalog = renderedCatalog(
  [
    release("1.0.0", "2026-01-01", categories(both)),
    release("1.1.0", "2026-02-01", categories(both, { QSR_FAST_FOOD: { replaced_by: ["QSR"] } })),
    release("2.0.0", "2026-10-01", categories(["QSR"])),
    release("3.0.0", "2026-12-01", categories(["QSR"])),
    withdrawn("3.0.0", "2026-12-02", "Too early."),
    ended(1, "2027-06-01", "Two majors on.")
  ],
  signLog(3)
)

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
const makeRandom = (seed: number) => () => {
  seed = (seed + 0x6d_2b_79_f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Generates requests. Some have the entity tags of answers before. */
const makeGenerator = (random: () => number, tagOf: (target: string) => string | undefined) => {
  const pick = <A>(...values: readonly [A, ...ReadonlyArray<A>]): A =>
    values[Math.floor(random() * values.length)] ?? values[0]
  const rarely = <A>(value: () => A): A | undefined => (random() < 0.08 ? value() : undefined)

  const paths = endpointRoutes().map(({ path }) => path)
  const makePath = (): string => {
    const [first = "", ...others] = paths
    const path = pick(first, ...others)
      .replace("{api_version}", pick("v1", "v1", "v1", "v1", "v2", "v2", "v2", "v3", "v4", "v01"))
      .replace(
        "{license_code}",
        pick("PLAIN", "PLAIN", "PLAIN", "FOOD", "NOPE", "plain", "%46OOD", "PL%2FAIN", "%ZZ", "")
      )
      .replace("{dimension}", pick("media", "exclusive_categories", "medium", "%6Dedia", ""))
      .replace("{value_code}", pick("print", "QSR_FAST_FOOD", "QSR", "qsr"))
    const misspelt = rarely(() => pick(`${path}/`, path.toUpperCase(), `/${path}`, `${path}/more`, "/nothing", "", "/"))
    return (
      rarely(() => pick(`http://host${basePath}${path}`, `/api${path}`, `/API/taxonomy${path}`, "*")) ??
      basePath + (misspelt ?? path)
    )
  }
  const versions = [
    "",
    "latest",
    "1",
    "v1",
    "v1.0",
    "1.0.0",
    "v1.1.0",
    "v2",
    "2.0.0",
    "3.0.0",
    "9",
    "x",
    "%31.0",
    "1.0.0.0"
  ] as const
  const parameter = (): string =>
    pick(
      () => `version=${pick(...versions)}`,
      () => `version=${pick(...versions)}`,
      () => `from=${pick(...versions)}`,
      () => `to=${pick(...versions)}`,
      () => `envelope=${pick("true", "true", "false", "maybe")}`,
      () => `media=${pick("print", "web", "")}`,
      () => `exclusive_categories=${pick("QSR", "QSR_FAST_FOOD", "qsr")}`,
      () => `kind=${pick("value-deprecated", "value-removed", "nothing")}`,
      () => `dimension=${pick("media", "medium", "exclusive_categories")}`,
      () => `limit=${pick("1", "2", "1000", "0", "x")}`,
      () => `cursor=${pick("0.1", "1.0.0-2.0.0.1", "x")}`,
      () => pick("", "&", "nothing=1", "envelop=true", "__proto__=a", "version", "=", "%=1")
    )()
  const makeQuery = (path: string): string => {
    const [, required] = Object.entries(requiredParameters).find(([end]) => path.endsWith(end)) ?? []
    const own = required !== undefined && random() < 0.8 ? [pick(required[0], required[1], required[2])] : []
    const parameters = [...own, ...Array.from({ length: pick(0, 0, 0, 0, 0, 1, 1, 2) }, parameter)]
    return parameters.length > 0 || random() < 0.05 ? `?${parameters.join("&")}` : ""
  }
  const makeTags = (tag: string): string =>
    pick(
      tag,
      tag,
      `W/${tag}`,
      `"other", ${tag}`,
      '"other"',
      "*",
      ` * `,
      `*, ${tag}`,
      tag.replace(/"$/, '-br"'),
      tag.replace(/"$/, '-gzip"'),
      tag.replace(/(?:-\w+)?"$/, '"'),
      "malformed",
      ""
    )
  return () => {
    const path = makePath()
    const target = path + makeQuery(path)
    const tag = tagOf(target) ?? '"unknown"'
    return {
      target,
      method: rarely(() => pick("HEAD", "OPTIONS", "POST", "PUT", "DELETE")) ?? "GET",
      id: "request-1",
      authorization:
        rarely(() => pick(undefined, "revoked", "expired", "unknown", "Basic a", "Bearer nil_a")) ??
        pick("free", "free", "professional", "enterprise"),
      acceptEncoding: pick(undefined, "br", "gzip", "gzip, br;q=0.5", "identity", "*", "br;q=0", "zstd"),
      ifNoneMatch: random() < 0.4 ? makeTags(tag) : undefined,
      ifMatch: rarely(() => makeTags(tag)),
      headers: rarely(() => pick({ "Access-Control-Request-Method": "GET" }, { Connection: "close" })) ?? {}
    }
  }
}

const requiredParameters = {
  "/changes": ["from=1.0.0", "from=v1", "from=2"],
  "/search": ["q=qsr", "q=media+print", "q="],
  "/validate": ["config=%7B%22media%22%3A%22print%22%7D", "config=%5B%5D", "config=x"],
  "/migrate": ["config=%7B%22exclusive_categories%22%3A%5B%22QSR_FAST_FOOD%22%5D%7D", "config=%7B%7D", "config="]
} as const

describe("answerPrepared", () => {
  it.effect("answers like the application: 2,000 requests", () =>
    Effect.gen(function* () {
      const limits = { maxUnauthorizedRequests: 70 }
      const [prepared, plain] = [
        yield* serveCatalog(catalog, { limits }),
        yield* serveCatalog(catalog, { limits, prepared: false })
      ]
      const tags = new Map<string, string>()
      const generate = makeGenerator(makeRandom(19), (target) => tags.get(target))
      const statuses = new Map<number, number>()
      const bodies = new Map<string, number>()
      for (let count = 0; count < 2000; count += 1) {
        const request = generate()
        const { body, lines, status } = yield* prepared.send(request.target, request)
        const expected = yield* plain.send(request.target, request)
        const sent = `${count}: ${request.method} ${request.target}`
        const withoutDate = (all: typeof lines) => all.filter(([name]) => name !== "Date")
        assert.deepStrictEqual([status, withoutDate(lines)], [expected.status, withoutDate(expected.lines)], sent)
        assert.isTrue(body.equals(expected.body), sent)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200) bodies.set(request.target, (bodies.get(request.target) ?? 0) + 1)
        for (const [name, value] of lines) if (name === "ETag") tags.set(request.target, value)
      }
      assert.deepStrictEqual(prepared.logged, plain.logged)
      assert.deepStrictEqual(prepared.counted, plain.counted)
      assert.deepStrictEqual(yield* prepared.metrics, yield* plain.metrics)
      for (const { keyed, path } of endpointRoutes()) {
        if (!keyed) assert.isAtLeast(bodies.get(basePath + path) ?? 0, 20, path)
      }
      for (const status of [200, 204, 304, 400, 401, 403, 404, 405, 412, 429]) {
        assert.isAtLeast(statuses.get(status) ?? 0, 10, `${status}`)
      }
    })
  )
})
