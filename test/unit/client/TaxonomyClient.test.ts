// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import {
  changesExample,
  dimensionsExample,
  itemsExample,
  licenseExample,
  licensesExample,
  releasesExample,
  schemaExample,
  timeExample
} from "../../../src/api/openapi/Examples.ts"
import {
  NetworkError,
  NotFound,
  RequestTimedOut,
  ServerError,
  TaxonomyClient,
  Unauthorized,
  type ClientOptions,
  type DeprecationNotice,
  type FetchRequest,
  type StaleNotice
} from "../../../src/client/Package.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const baseUrl = "https://licensing.example/api"
const healthExample = { status: "ok", version: "1.0.0", timestamp: timeExample }
const checkpointExample = `example/log\n1\n${"A".repeat(43)}=\n\n\u2014 example/log AAAA\n`
const proofExample = "c2sp.org/tlog-proof@v1\nindex 0\n"

type Answer = Response | Error

const text = (body: string) => new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } })

const failed = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ error: code, message: `${code}!` }, { status, headers: { "x-error-code": code, ...headers } })

/** A client whose requests are answered one after the other, with its requests and what its callbacks receive. */
const clientOf = (answers: ReadonlyArray<Answer>, options: Partial<ClientOptions> = {}) => {
  const requests: Array<FetchRequest & { readonly path: string }> = []
  const warnings: Array<string> = []
  const stale: Array<StaleNotice> = []
  const clock = { now: 1000 }
  const client = new TaxonomyClient({
    baseUrl,
    apiKey,
    retries: 0,
    retryDelay: 0,
    now: () => clock.now,
    warn: (warning) => void warnings.push(warning),
    onStale: (notice) => void stale.push(notice),
    fetch: async (url, request) => {
      const answer = answers[requests.push({ ...request, path: url.slice(baseUrl.length) }) - 1]
      if (answer instanceof Response) return answer
      throw answer ?? new Error("no answer")
    },
    ...options
  })
  return { client, clock, requests, stale, warnings, paths: () => requests.map(({ path }) => path) }
}

const rejectionOf = async (result: Promise<unknown>): Promise<unknown> => {
  try {
    await result
  } catch (problem) {
    return problem
  }
  return assert.fail("The call succeeded.")
}

const messageOf = async (result: Promise<unknown>): Promise<string> => {
  const problem = await rejectionOf(result)
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)
}

describe("a client", () => {
  const reads: ReadonlyArray<
    readonly [path: string, body: object, call: (client: TaxonomyClient) => Promise<unknown>]
  > = [
    ["/v1/licenses?version=v1", licensesExample, ({ licenses }) => licenses()],
    [
      "/v1/licenses?use_type=A&use_type=B&version=v1",
      licensesExample,
      ({ licenses }) => licenses({ use_type: ["A", "B"] })
    ],
    ["/v1/licenses/NIL-A?version=v1", licenseExample, ({ license }) => license("NIL-A")],
    ["/v1/dimensions?version=v1", dimensionsExample, ({ dimensions }) => dimensions()],
    ["/v1/schema?version=v1", schemaExample, ({ schema }) => schema()],
    ["/v1/releases", releasesExample, ({ releases }) => releases()],
    ["/v1/items", itemsExample, ({ items }) => items()],
    ["/v1/changes?from=v1.0", changesExample, ({ changes }) => changes({ from: "v1.0" })],
    [
      "/v1/changes?from=v1.0&to=latest&kind=value-added&kind=value-removed&dimension=use_type",
      changesExample,
      ({ changes }) =>
        changes({ from: "v1.0", to: "latest", kind: ["value-added", "value-removed"], dimension: "use_type" })
    ],
    ["/health", healthExample, ({ health }) => health()]
  ]

  it.each(reads)("reads %s", async (path, body, call) => {
    const { client, requests, warnings } = clientOf([Response.json(body)], { onDeprecation: () => {} })
    assert.deepStrictEqual(await call(client), body)
    assert.deepStrictEqual(
      requests.map(({ headers, method, path: sent, redirect }) => [
        method,
        sent,
        redirect,
        headers["authorization"],
        headers["accept"]
      ]),
      [["GET", path, "manual", path === "/health" ? undefined : `Bearer ${apiKey}`, "application/json"]]
    )
    assert.match(requests[0]?.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(warnings, [])
  })

  it("reads the checkpoint as a text, without the API key", async () => {
    const { client, requests } = clientOf([text(checkpointExample)])
    assert.strictEqual(await client.checkpoint(), checkpointExample)
    assert.deepStrictEqual(
      requests.map(({ headers, path }) => [path, headers["authorization"], headers["accept"]]),
      [["/checkpoint", undefined, "text/plain"]]
    )
  })

  it.each([
    ["schema", schemaExample, "/v1/schema?version=v1", "/v1/proofs/schema?version=v1.1.0", "schema.json"],
    [
      "dimensions",
      dimensionsExample,
      "/v1/dimensions?version=v1",
      "/v1/proofs/dimensions?version=v1.1.0",
      "dimensions.json"
    ],
    [
      "SAMPLE-PODCAST",
      licenseExample,
      "/v1/licenses/SAMPLE-PODCAST?version=v1",
      "/v1/proofs/licenses/SAMPLE-PODCAST?version=v1.1.0",
      "licenses/SAMPLE-PODCAST.json"
    ]
  ] as const)("reads %s with its proof", async (subject, body, first, second, path) => {
    const json = JSON.stringify(body)
    const headers = { "content-type": "application/json" }
    const { client, paths } = clientOf([new Response(json, { headers }), text(proofExample)], {
      onDeprecation: () => {}
    })
    const { artifact, ...facts } = await client.proof(subject)
    assert.strictEqual(new TextDecoder().decode(artifact), json)
    assert.deepStrictEqual(facts, { proof: proofExample, version: "1.1.0", path })
    assert.deepStrictEqual(paths(), [first, second])
  })

  it("rejects a body that is not a proof", async () => {
    const { client } = clientOf([Response.json(schemaExample), text("proof")], { onDeprecation: () => {} })
    assert.strictEqual(
      await messageOf(client.proof("schema")),
      `UnexpectedAnswer: GET ${baseUrl}/v1/proofs/schema?version=v1.1.0: ` +
        "200, not in the form of the contract: the body begins proof"
    )
  })

  it("rejects once, whether the body or the response is awaited", async () => {
    const { client } = clientOf([1, 2].map(() => failed(404, "license-not-found")))
    // An unhandled rejection would fail the run.
    assert.instanceOf(await rejectionOf(client.license("A").withResponse()), NotFound)
    const call = client.license("A")
    assert.deepStrictEqual(await rejectionOf(call), await rejectionOf(call.withResponse()))
  })

  it.each<readonly [call: (client: TaxonomyClient) => Promise<unknown>, message: string]>([
    [({ license }: TaxonomyClient) => license("a b"), "code: must be a code or a name, such as NIL-EDU-IMAGE."],
    [({ proof }: TaxonomyClient) => proof("a b"), "code: must be a code or a name, such as NIL-EDU-IMAGE."],
    [
      ({ changes }: TaxonomyClient) => Reflect.apply(changes, undefined, [{ form: "v1" }]),
      'query: "form" is not a valid parameter.'
    ],
    ...[undefined, null, "v1"].map(
      (query) =>
        [
          ({ changes }: TaxonomyClient) => Reflect.apply(changes, undefined, [query]),
          "query: must be an object of texts, or lists of texts, by the parameter's name."
        ] as const
    ),
    [({ schema }: TaxonomyClient) => Reflect.apply(schema, undefined, [null]), "options: must be an object."],
    [({ schema }: TaxonomyClient) => Reflect.apply(schema, undefined, ["v1"]), "options: must be an object."],
    ...[null, {}, { aborted: false }, { aborted: 0, addEventListener: () => {} }, "signal"].map(
      (signal) =>
        [
          ({ schema }: TaxonomyClient) => Reflect.apply(schema, undefined, [{ signal }]),
          "signal: must be an AbortSignal."
        ] as const
    )
  ])("rejects an invalid argument without a request: %#", async (call, message) => {
    const { client, requests } = clientOf([])
    assert.strictEqual(await messageOf(call(client)), `InvalidArgument: ${message}`)
    assert.deepStrictEqual(requests, [])
  })

  it("rejects with the reason of a signal", async () => {
    const { client, requests } = clientOf([])
    assert.strictEqual(await rejectionOf(client.schema({ signal: AbortSignal.abort("early") })), "early")
    assert.deepStrictEqual(requests, [])
  })

  it("gives each of several callers an error of its own, whose stack shows the caller", async () => {
    const { client, requests } = clientOf([failed(404, "license-not-found")])
    const callHere = async () => rejectionOf(client.license("A"))
    const [first, second] = await Promise.all([callHere(), callHere()])
    assert.instanceOf(first, NotFound)
    assert.instanceOf(second, NotFound)
    assert.notStrictEqual(first, second)
    assert.deepStrictEqual([first.message, first.name, first._tag], ["license-not-found!", "NotFound", "NotFound"])
    assert.strictEqual(first.requestId, requests[0]?.headers["x-request-id"])
    assert.notInclude(first.stack, "copyForCaller")
    assert.strictEqual(requests.length, 1)
  })

  it("keeps the cause of an error", async () => {
    const cause = new Error("no route")
    const { client } = clientOf([cause])
    const problem = await rejectionOf(client.license("A"))
    assert.instanceOf(problem, NetworkError)
    assert.deepStrictEqual([problem.cause, problem.attempts, problem.code], [cause, 1, "network-error"])
  })
})

describe("the retries of a client", () => {
  it("end with the first success, and keep the id of the call", async () => {
    const { client, requests } = clientOf([new Error("lost"), failed(503, "draining"), Response.json(licenseExample)], {
      retries: 2
    })
    assert.deepStrictEqual<unknown>(await client.license("A"), licenseExample)
    assert.strictEqual(requests.length, 3)
    assert.strictEqual(new Set(requests.map(({ headers }) => headers["x-request-id"])).size, 1)
  })

  it("are as many as the call asks for", async () => {
    const { client, requests } = clientOf([failed(503, "draining"), failed(503, "draining")], { retries: 1 })
    assert.instanceOf(await rejectionOf(client.license("A", { retries: 0 })), ServerError)
    assert.strictEqual(requests.length, 1)
  })

  it("are not made of a request that exceeds the time-out of its call", async () => {
    const { client } = clientOf([], { fetch: () => new Promise(() => {}) })
    const problem = await rejectionOf(client.license("A", { timeout: 1 }))
    assert.instanceOf(problem, RequestTimedOut)
    assert.strictEqual(problem.timeout, 1)
  })

  it("end with the last error", async () => {
    const answers = [1, 2, 3].map(() => failed(503, "draining"))
    const { client, requests } = clientOf(answers, { retries: 1 })
    const problem = await rejectionOf(client.license("A"))
    assert.instanceOf(problem, ServerError)
    assert.deepStrictEqual([problem.attempts, problem.status, requests.length], [2, 503, 2])
  })
})

describe("the copies of a client", () => {
  const kept = { "cache-control": "max-age=60", etag: '"1"' }
  const fresh = () => Response.json(licenseExample, { headers: kept })
  const confirmed = () => new Response(null, { status: 304, headers: kept })
  const changed = { ...licenseExample, name: "Changed" }
  const tagsOf = (requests: ReadonlyArray<FetchRequest>) => requests.map(({ headers }) => headers["if-none-match"])

  it("are used while they are fresh, then confirmed or replaced", async () => {
    const { client, clock, requests } = clientOf([fresh(), confirmed(), Response.json(changed)])
    const read = () => client.license("A")
    assert.deepStrictEqual<unknown>([await read(), await read()], [licenseExample, licenseExample])
    assert.deepStrictEqual(tagsOf(requests), [undefined])
    clock.now += 60_000
    assert.deepStrictEqual<unknown>([await read(), await read()], [licenseExample, licenseExample])
    assert.deepStrictEqual(tagsOf(requests), [undefined, '"1"'])
    clock.now += 60_000
    assert.deepStrictEqual<unknown>(await read(), changed)
    assert.deepStrictEqual(tagsOf(requests), [undefined, '"1"', '"1"'])
  })

  it("are confirmed at once, or used at any age, if a call asks for it", async () => {
    const { client, clock, requests } = clientOf([fresh(), confirmed()])
    await client.license("A")
    assert.deepStrictEqual<unknown>(await client.license("A", { cache: "no-cache" }), licenseExample)
    clock.now += 1_000_000
    assert.deepStrictEqual<unknown>(await client.license("A", { cache: "force-cache" }), licenseExample)
    assert.deepStrictEqual(tagsOf(requests), [undefined, '"1"'])
  })

  it("are not kept of the health, nor of what must not be stored", async () => {
    const { client, requests } = clientOf([
      Response.json(healthExample, { headers: kept }),
      Response.json(healthExample, { headers: kept }),
      Response.json(licenseExample, { headers: { ...kept, "cache-control": "no-store, max-age=60" } }),
      Response.json(licenseExample)
    ])
    await client.health()
    await client.health()
    await client.license("A")
    await client.license("A")
    assert.deepStrictEqual(tagsOf(requests), [undefined, undefined, undefined, undefined])
  })

  it("are forgotten after an error that says that the resource is another one", async () => {
    const { client, requests } = clientOf([
      fresh(),
      failed(404, "license-not-found"),
      Response.json(licenseExample, { headers: { etag: '"2"' } })
    ])
    await client.license("A")
    await rejectionOf(client.license("A", { cache: "no-cache" }))
    await client.license("A")
    assert.deepStrictEqual(tagsOf(requests), [undefined, '"1"', undefined])
  })

  it("are kept after an error that may pass", async () => {
    const { client, requests } = clientOf([
      fresh(),
      failed(503, "draining"),
      new Error("lost"),
      Response.json([]),
      confirmed()
    ])
    await client.license("A")
    for (const _ of [1, 2, 3]) await rejectionOf(client.license("A", { cache: "no-cache" }))
    assert.deepStrictEqual<unknown>(await client.license("A", { cache: "no-cache" }), licenseExample)
    assert.deepStrictEqual(tagsOf(requests), [undefined, '"1"', '"1"', '"1"', '"1"'])
  })

  it("are all forgotten if the API key is refused", async () => {
    const { client, requests } = clientOf([fresh(), fresh(), failed(401, "key-invalid"), fresh(), fresh()])
    await client.license("A")
    await client.license("B")
    assert.instanceOf(await rejectionOf(client.license("A", { cache: "no-cache" })), Unauthorized)
    await client.license("A")
    await client.license("B")
    assert.deepStrictEqual(tagsOf(requests), [undefined, undefined, '"1"', undefined, undefined])
  })

  it("stand in for a service that fails, if the client may use stale ones", async () => {
    const { client, clock, requests, stale } = clientOf(
      [Response.json(licenseExample), failed(503, "draining"), failed(503, "draining"), new Error("lost")],
      { staleIfError: 100 }
    )
    const first = await client.license("A").withResponse()
    assert.isUndefined(first.response.staleness)
    clock.now += 100_000
    const second = await client.license("A").withResponse()
    assert.deepStrictEqual<unknown>(second.data, licenseExample)
    const { staleness } = second.response
    assert.deepInclude(staleness, { age: 100, confirmedAt: new Date(1000) })
    assert.instanceOf(staleness?.cause, ServerError)
    assert.deepStrictEqual(stale, [{ ...staleness, url: `${baseUrl}/v1/licenses/A?version=v1` }])
    clock.now += 1
    assert.instanceOf(await rejectionOf(client.license("A")), ServerError)
    assert.deepStrictEqual([requests.length, stale.length], [3, 1])
  })

  it("stand in for an artifact, too", async () => {
    const { client, stale } = clientOf([Response.json(schemaExample), new Error("lost"), text(proofExample)], {
      staleIfError: true,
      onDeprecation: () => {}
    })
    await client.schema()
    assert.strictEqual((await client.proof("schema")).version, "1.1.0")
    assert.deepStrictEqual(
      stale.map(({ url }) => url),
      [`${baseUrl}/v1/schema?version=v1`]
    )
  })
})

describe("parallel calls", () => {
  it("share a request, unless their options differ or one has an id of its own", async () => {
    const answers = [1, 2, 3, 4].map(() => Response.json(licenseExample))
    const { client, requests } = clientOf(answers)
    const results = await Promise.all([
      client.license("A"),
      client.license("A"),
      client.license("A", { requestId: "mine" }),
      client.license("A", { cache: "no-cache" }),
      client.license("A", { timeout: 1000 })
    ])
    assert.deepStrictEqual<unknown>(
      results,
      results.map(() => licenseExample)
    )
    assert.notStrictEqual(results[0], results[1])
    assert.strictEqual(requests.length, 4)
    assert.deepStrictEqual(requests.filter(({ headers }) => headers["x-request-id"] === "mine").length, 1)
  })
})

describe("the language of a client", () => {
  it("is that of the call, or that of the client", async () => {
    const { client } = clientOf(
      [1, 2, 3].map(() => Response.json(licenseExample)),
      { locale: "fr-CA" }
    )
    assert.strictEqual((await client.license("A")).name, "Balado commandit\u00e9")
    assert.strictEqual((await client.license("A", { locale: "de" })).name, "Sponsored podcast")
    assert.strictEqual((await client.license("A", { locale: [] })).name, "Sponsored podcast")
  })
})

describe("the notice of a deprecation", () => {
  const warning = "SAMPLE-PODCAST uses deprecated values"
  const config = { campaign_kind: "seasonal_sale" }
  const [item] = schemaExample.deprecations
  const removal = { removed_in: "2.0.0", removed_on: "2026-09-20" }
  /** The list of all items, in which the deprecated one is removed by now. */
  const items = () =>
    Response.json({
      ...itemsExample,
      items: itemsExample.items.map((entry) => (entry.deprecation === undefined ? entry : { ...entry, ...removal }))
    })
  const removed = { ...item, ...removal }
  const url = `${baseUrl}/v1/licenses/A?version=v1.0`
  const headers = { "x-deprecation-warning": warning, "x-request-id": "1" }
  const facts = { text: warning, deprecatedAt: undefined, sunset: undefined, url, requestId: "1" }

  /** The first notice of a call, and the paths of the requests. */
  const noticeOf = async (answers: ReadonlyArray<Answer>, call: (client: TaxonomyClient) => Promise<unknown>) => {
    const notices: Array<DeprecationNotice> = []
    const onDeprecation = (notice: DeprecationNotice) => void notices.push(notice)
    const { client, paths } = clientOf(answers, { onDeprecation, version: "v1.0" })
    await call(client)
    const [notice = assert.fail("No notice")] = notices
    const { readItems, ...rest } = notice
    return { notice: rest, paths, readItems }
  }

  it("has the deprecated items of the body, and makes no request", async () => {
    const { notice, paths } = await noticeOf([Response.json(schemaExample, { headers })], ({ schema }) => schema())
    assert.deepStrictEqual<unknown>(notice, { ...facts, items: [item], url: `${baseUrl}/v1/schema?version=v1.0` })
    assert.strictEqual(paths().length, 1)
  })

  it("reads the items that any release deprecates and the body uses, with their removal", async () => {
    const answers = [Response.json({ ...licenseExample, config }, { headers }), items()]
    const { notice, paths, readItems } = await noticeOf(answers, ({ license }) => license("A"))
    assert.deepStrictEqual<unknown>(notice, { ...facts, items: [] })
    assert.deepStrictEqual<unknown>(await readItems(), [removed])
    assert.deepStrictEqual(paths(), ["/v1/licenses/A?version=v1.0", "/v1/items"])
  })

  it("reads no items that the body does not use", async () => {
    const { readItems } = await noticeOf([Response.json(licenseExample, { headers }), items()], ({ license }) =>
      license("A")
    )
    assert.deepStrictEqual(await readItems(), [])
  })

  it("reads the items of the request, too", async () => {
    const answers = [Response.json(licensesExample, { headers }), items()]
    const { notice, readItems } = await noticeOf(answers, ({ licenses }) =>
      licenses({ campaign_kind: "seasonal_sale" })
    )
    assert.strictEqual(notice.url, `${baseUrl}/v1/licenses?campaign_kind=seasonal_sale&version=v1.0`)
    assert.deepStrictEqual<unknown>(await readItems(), [removed])
  })

  it("rejects if the list cannot be read", async () => {
    const answers = [Response.json(licenseExample, { headers }), new Error("lost")]
    const { readItems } = await noticeOf(answers, ({ license }) => license("A"))
    assert.instanceOf(await rejectionOf(readItems()), NetworkError)
  })

  it("of an error has the warning alone", async () => {
    const { notice } = await noticeOf([failed(404, "license-not-found", headers)], ({ license }) =>
      rejectionOf(license("A"))
    )
    assert.deepStrictEqual<unknown>(notice, { ...facts, items: [] })
  })

  it("is a warning without a callback", async () => {
    const { client, requests, warnings } = clientOf([Response.json(licenseExample, { headers })])
    await client.license("A")
    assert.deepStrictEqual(warnings, [`Deprecation: ${warning}`])
    assert.strictEqual(requests.length, 1)
  })
})
