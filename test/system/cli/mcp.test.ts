import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import * as Effect from "effect/Effect"
import * as Records from "effect/Record"
import * as Schema from "effect/Schema"
import { taxonomyInNewProcess } from "../../support/CommandLine.ts"
import { programs } from "../../support/Programs.ts"
import { makePublishedProject } from "../../support/PublishedProject.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { TestServer } from "../server/TestServer.ts"

// The releases of this project, and what its sources declare as 1.1.0.
const server = TestServer.layer((releases) =>
  Effect.promise(async () => cp(join(await makePublishedProject(), "releases"), releases, { recursive: true }))
)

type Answer = Readonly<Record<string, unknown>>

const Result = Schema.Struct({
  isError: Schema.optional(Schema.Boolean),
  content: Schema.Array(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })),
  structuredContent: Schema.optional(Schema.Record(Schema.String, Schema.Unknown))
})

const decodeResult = Schema.decodeUnknownSync(Result)
const decodeObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** Where the tools ask: the folder that the server has, or the server. */
const sourcesOf = ({ key, port, releases }: TestServer["Service"]) =>
  ({
    // The address of the client is no source of these tools.
    folder: { args: ["--releases", releases], env: { TAXONOMY_URL: "http://127.0.0.1:1/api/taxonomy" } },
    server: { args: ["--service", `http://127.0.0.1:${port}/api/taxonomy`], env: { TAXONOMY_API_KEY: key } }
  }) as const

interface McpSource {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** The SDK of the protocol as an agent has it. It validates each answer by the output schema of its tool. */
const connect = async ({ args, env }: McpSource) => {
  const client = new Client({ name: "agent", version: "1.0.0" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programs.taxonomy, "mcp", ...args],
    env,
    cwd: await temporaryFolder(),
    stderr: "pipe"
  })
  const { stderr } = transport
  assert.instanceOf(stderr, Readable)
  const log = text(stderr)
  await client.connect(transport)
  const { tools } = await client.listTools()
  // What an agent reads.
  let bytes = Buffer.byteLength(JSON.stringify(tools) + (client.getInstructions() ?? ""))
  const call = async (name: string, given: Answer) => {
    const {
      content,
      isError = false,
      structuredContent
    } = decodeResult(await client.callTool({ name, arguments: given }))
    const [answer, ...warnings] = content.map(({ text }) => text)
    bytes += Buffer.byteLength(content.map(({ text }) => text).join(""))
    const body = decodeObject(answer ?? "")
    assert.deepStrictEqual(isError ? undefined : body, structuredContent)
    return { isError, body, warnings }
  }
  return { client, tools, call, log, bytes: () => bytes }
}

type Agent = Awaited<ReturnType<typeof connect>>

const worldwide = { global: true, countries: [] }

/** Ten questions about licenses, each with the calls that lead to its answer, and the answer. */
const questions: ReadonlyArray<readonly [question: string, ask: (agent: Agent) => Promise<unknown>, answer: unknown]> =
  [
    [
      "Which license is for teaching at schools?",
      async ({ call }) => itemsIn((await call("search", { q: "schools teaching", kind: ["license"] })).body),
      ["NIL-EDU-IMAGE"]
    ],
    [
      "Which uses does it have, and where?",
      async ({ call }) =>
        pick((await call("license", { license_code: "NIL-EDU-IMAGE" })).body["config"], "use_type", "territory"),
      { use_type: ["educational"], territory: worldwide }
    ],
    [
      "Which commercial scopes are there?",
      async ({ call }) =>
        pick((await call("dimension", { dimension: "commercial_scope" })).body["content"], "role", "values"),
      { role: "scope", values: ["non_commercial", "incidental_commercial", "limited_commercial", "full_commercial"] }
    ],
    [
      "Does avatar_only grant something, or limit it?",
      async ({ call }) =>
        pick(
          (await call("value", { dimension: "ai_synthetic_use", value_code: "avatar_only" })).body["content"],
          "role"
        ),
      { role: ["permission", "limit"] }
    ],
    [
      "May the holder of NIL-AI-AVATAR make a photoreal replica?",
      async ({ call }) => {
        const use = { ai_synthetic_use: { likeness_generation: true, digital_replica: true } }
        return pick((await call("permits", { license: "NIL-AI-AVATAR", use })).body, "verdict", "reasons")
      },
      {
        verdict: "no",
        reasons: [
          { dimension: "ai_synthetic_use", codes: ["digital_replica"], kind: "permission" },
          { dimension: "ai_synthetic_use", codes: ["avatar_only"], kind: "limit" }
        ]
      }
    ],
    [
      "May it show the avatar in video on demand?",
      async ({ call }) => {
        const [found = ""] = itemsIn((await call("search", { q: "video on demand" })).body)
        const [dimension = "", code] = found.split("/")
        return pick(
          (await call("permits", { license: "NIL-AI-AVATAR", use: { [dimension]: [code] } })).body,
          "verdict",
          "reasons"
        )
      },
      { verdict: "no", reasons: [{ dimension: "media_channels", codes: ["streaming_video"], kind: "scope" }] }
    ],
    [
      "Does NIL-EDU-IMAGE cover an editorial sublicense?",
      async ({ call }) => {
        const config = {
          use_type: ["editorial"],
          commercial_scope: "non_commercial",
          subject_scope: ["name"],
          territory: worldwide
        }
        return pick((await call("covers", { license: "NIL-EDU-IMAGE", config })).body, "verdict", "reasons")
      },
      { verdict: "no", reasons: [{ dimension: "use_type", codes: ["editorial"], kind: "scope" }] }
    ],
    [
      "Why is a fully commercial educational license refused?",
      async ({ call }) => {
        const config = {
          use_type: ["educational"],
          commercial_scope: "full_commercial",
          subject_scope: ["name"],
          territory: worldwide
        }
        const { problems, verdict } = (await call("validate", { config })).body
        return { verdict, rules: listOf(problems).map((problem) => pick(problem, "rule")) }
      },
      { verdict: "invalid", rules: [{ rule: "educational-not-full-commercial" }] }
    ],
    [
      "What has a contract of 1.0 with fast food to expect?",
      async ({ call }) => {
        const config = {
          use_type: ["advertising"],
          commercial_scope: "full_commercial",
          subject_scope: ["name"],
          territory: worldwide,
          exclusive_categories: ["QSR_FAST_FOOD"]
        }
        const { deprecated, verdict } = (await call("migrate", { config, from: "v1.0" })).body
        return { verdict, items: listOf(deprecated).map((use) => pick(use, "item", "path")) }
      },
      {
        verdict: "deprecated",
        items: [{ item: "exclusive_categories/QSR_FAST_FOOD", path: ["exclusive_categories", 0] }]
      }
    ],
    [
      "What did the newest release deprecate?",
      async ({ call }) => {
        const { changes } = (await call("changes", { from: "v1.0", kind: ["value-deprecated"] })).body
        return listOf(changes).map((change) => [
          pick(change, "item")["item"],
          pick(pick(change, "after")["after"], "replaced_by")["replaced_by"]
        ])
      },
      [["exclusive_categories/QSR_FAST_FOOD", ["QSR"]]]
    ]
  ]

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

const pick = (value: unknown, ...names: ReadonlyArray<string>): Answer =>
  isRecord(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : {}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const itemsIn = ({ results }: Answer): ReadonlyArray<string> =>
  listOf(results).map((hit) => String(pick(hit, "item")["item"]))

/** Without what differs between two requests. */
const lasting = (body: Answer = {}): Answer => Records.remove(body, "request_id")

const jsonOf = (value: unknown): string => JSON.stringify(value)

layer(server, { excludeTestServices: true })("taxonomy mcp", (it) => {
  it.effect("answers ten questions about licenses, over a folder and over a server, in 64,000 bytes", () =>
    Effect.gen(function* () {
      const sources = sourcesOf(yield* TestServer)
      yield* Effect.promise(async () => {
        for (const source of [sources.folder, sources.server]) {
          const agent = await connect(source)
          const described = agent.bytes()
          for (const [question, ask, answer] of questions) assert.deepStrictEqual(await ask(agent), answer, question)
          await agent.client.close()
          assert.isBelow(agent.bytes(), 64_000, `${described} of descriptions`)
          assert.strictEqual(await agent.log, "")
        }
      })
    })
  )

  it.effect("describes tools that only read, with schemas of what they take and answer", () =>
    Effect.gen(function* () {
      const { folder } = sourcesOf(yield* TestServer)
      yield* Effect.promise(async () => {
        const { client, tools } = await connect(folder)
        await client.close()
        assert.deepStrictEqual(
          tools.map(({ name }) => name),
          ["search", "license", "dimension", "value", "validate", "migrate", "permits", "covers", "changes"]
        )
        for (const { annotations, description = "", inputSchema, outputSchema, title } of tools) {
          assert.deepInclude(annotations, { readOnlyHint: true, destructiveHint: false, openWorldHint: false })
          assert.isAbove(Object.keys(inputSchema.properties ?? {}).length, 0)
          assert.include(outputSchema?.required ?? [], "_meta")
          assert.isBelow(`${title}${description}`.length, 300)
          assert.notMatch(jsonOf(inputSchema), /SAMPLE|campaign_kind|"envelope":/)
        }
      })
    })
  )

  it.effect("answers with errors that a tool can mend, the same over a folder and over a server", () =>
    Effect.gen(function* () {
      const sources = sourcesOf(yield* TestServer)
      const wrong: ReadonlyArray<readonly [tool: string, given: Answer, code: string, detail: RegExp]> = [
        ["license", { license_code: "NIL-EDU-IMAG" }, "license-not-found", /NIL-EDU-IMAG/],
        ["license", {}, "parameter-missing", /'license_code' is missing/],
        ["license", { code: "NIL-EDU-IMAGE" }, "parameter-unknown", /The arguments are license_code, version/],
        ["license", { license_code: "../../keys" }, "license-not-found", /keys/],
        ["value", { dimension: "use_type", value_code: "editorail" }, "value-not-found", /Did you mean 'editorial'/],
        ["dimension", { dimension: "use_typ" }, "dimension-not-found", /Did you mean 'use_type'/],
        ["license", { license_code: "NIL-EDU-IMAGE", version: "v1.9" }, "version-not-found", /v1\.9/],
        ["license", { license_code: "NIL-EDU-IMAGE", version: "v7" }, "version-not-found", /API version v7/],
        ["license", { license_code: "NIL-EDU-IMAGE", version: "newest" }, "version-malformed", /must be 'latest'/],
        ["search", { q: "x", limit: "many" }, "parameter-malformed", /whole number from 1 to 100/],
        ["search", { cursor: "1.10" }, "cursor-expired", /Begin again without a cursor/],
        ["validate", { confg: {} }, "parameter-unknown", /Did you mean 'config'/],
        ["validate", { config: "{" }, "parameter-malformed", /JSON/],
        [
          "permits",
          { license: "NIL-AI-AVATAR", use: {}, version: "v1.0" },
          "resource-not-found",
          /no dimension has a role/
        ],
        [
          "changes",
          { from: "v1.0", kind: ["value-deprecatd"] },
          "parameter-malformed",
          /Did you mean 'value-deprecated'/
        ]
      ]
      yield* Effect.promise(async () => {
        const agents = [await connect(sources.folder), await connect(sources.server)]
        for (const [tool, given, code, detail] of wrong) {
          const [answer, other] = await Promise.all(agents.map(({ call }) => call(tool, given)))
          assert.deepInclude(answer?.body, { code })
          assert.match(String(answer?.body["detail"]), detail)
          assert.strictEqual(answer?.isError, true)
          assert.deepStrictEqual(lasting(other?.body), lasting(answer?.body))
        }
        for (const { client, log } of agents) {
          const unknown: unknown = await client
            .callTool({ name: "publish", arguments: {} })
            .catch((error: unknown) => error)
          assert.match(String(unknown), /Tool 'publish' not found/)
          await client.close()
          assert.strictEqual(await log, "")
        }
      })
    })
  )

  it.effect("reads the release that it is told, tells deprecations, and keeps answers small", () =>
    Effect.gen(function* () {
      const { folder, server } = sourcesOf(yield* TestServer)
      yield* Effect.promise(async () => {
        for (const { args, env } of [folder, server]) {
          const { call, client } = await connect({ args: [...args, "--version", "v1.0"], env })
          const first = await call("dimension", { dimension: "exclusive_categories" })
          const newest = await call("dimension", { dimension: "exclusive_categories", version: "v1.1" })
          assert.deepStrictEqual(
            [first, newest].map(({ body }) => pick(body["_meta"], "release")["release"]),
            ["1.0.0", "1.1.0"]
          )
          assert.match(newest.warnings.join("\n"), /QSR_FAST_FOOD is deprecated since v1\.1, use QSR instead/)
          const { body } = await call("changes", { from: "v1.0", to: "v1.1", limit: 1000 })
          assert.isBelow(jsonOf(body).length, 32_769)
          const next = await call("changes", { from: "v1.0", to: "v1.1", limit: 1000, cursor: body["next_cursor"] })
          assert.notDeepEqual(listOf(next.body["changes"])[0], listOf(body["changes"])[0])
          const all = await call("search", { kind: ["license"], limit: 100 })
          assert.strictEqual(all.body["total"], 25)
          assert.strictEqual(all.body["next_cursor"], undefined)
          assert.isBelow(jsonOf(all.body).length, 16_000)
          const paged: Array<string> = []
          for (let cursor: unknown; ;) {
            const page = await call("search", { kind: ["license"], ...(cursor === undefined ? {} : { cursor }) })
            paged.push(...itemsIn(page.body))
            cursor = page.body["next_cursor"]
            if (cursor === undefined) break
          }
          assert.deepStrictEqual(paged, itemsIn(all.body))
          await client.close()
        }
      })
    })
  )

  it.effect("says that a service refuses the key or does not answer, and never shows the key", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const other = `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`
      yield* Effect.promise(async () => {
        for (const [url, sent, code] of [
          [`http://127.0.0.1:${port}/api/taxonomy`, other, "key-malformed"],
          ["http://127.0.0.1:9/api/taxonomy", key, "service-unreachable"],
          [`http://127.0.0.1:${port}/elsewhere`, key, "path-not-found"]
        ] as const) {
          const { call, client, log } = await connect({ args: ["--service", url], env: { TAXONOMY_API_KEY: sent } })
          const { body } = await call("license", { license_code: "NIL-EDU-IMAGE" })
          assert.deepInclude(body, { code })
          assert.notInclude(jsonOf(body), sent)
          await client.close()
          assert.strictEqual(await log, "")
        }
      })
    })
  )

  it.effect("speaks older versions of the protocol, only on stdout, and ends with its input", () =>
    Effect.gen(function* () {
      const { args } = sourcesOf(yield* TestServer).folder
      yield* Effect.promise(async () => {
        for (const version of ["2024-11-05", "2025-06-18", "2025-11-25"]) {
          const child = spawn(process.execPath, [programs.taxonomy, "mcp", ...args])
          const log = text(child.stderr)
          const ended = once(child, "exit")
          const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
          const send = (message: Answer): boolean => child.stdin.write(`${jsonOf({ jsonrpc: "2.0", ...message })}\n`)
          const receive = async (): Promise<Answer> => {
            const { value } = await lines.next()
            return decodeObject(value)
          }
          const clientInfo = { name: "agent", version: "1.0.0" }
          send({ id: 1, method: "initialize", params: { protocolVersion: version, capabilities: {}, clientInfo } })
          assert.deepInclude((await receive())["result"], { protocolVersion: version })
          send({ method: "notifications/initialized" })
          send({ id: 2, method: "tools/call", params: { name: "search", arguments: { q: "video on demand" } } })
          assert.match(jsonOf(await receive()), /media_channels\/streaming_video/)
          child.stdin.end()
          assert.deepStrictEqual(await ended, [0, null])
          assert.deepStrictEqual([await lines.next(), await log], [{ done: true, value: undefined }, ""])
        }
      })
    })
  )

  it.effect("does not start without a key, with a key in several lines, or without releases", () =>
    Effect.promise(async () => {
      const cwd = await temporaryFolder()
      const run = (args: ReadonlyArray<string>, env = {}) => taxonomyInNewProcess(["mcp", ...args], { cwd, env })
      const url = "http://127.0.0.1:9/api/taxonomy"
      const missing = await run(["--service", url], { TAXONOMY_API_KEY: "" })
      assert.deepStrictEqual([missing.code, missing.stdout], [2, ""])
      assert.match(missing.stderr, /The API key is missing\. Set TAXONOMY_API_KEY or --key-file\./)
      const broken = await run(["--service", url], { TAXONOMY_API_KEY: "nil_secret\nnil_other" })
      assert.deepStrictEqual([broken.code, broken.stdout], [2, ""])
      assert.notInclude(broken.stderr, "secret")
      const none = await run(["--releases", "nothing"])
      assert.deepStrictEqual([none.code === 0, none.stdout], [false, ""])
      assert.match(none.stderr, /nothing/)
    })
  )
})
