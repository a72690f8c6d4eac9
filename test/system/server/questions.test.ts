import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compile } from "../../../src/build/Compile.ts"
import { readWorkingTree } from "../../../src/build/sources/WorkingTree.ts"
import { covers, migrateConfig, permits, validateConfig, type ConfigRules } from "../../../src/client/Validate.ts"
import type { Config } from "../../../src/domain/taxonomy/Config.ts"
import { publishRelease } from "./releases.ts"
import { TestServer } from "./TestServer.ts"

const published = (releases: string) =>
  Effect.gen(function* () {
    const tree = yield* Effect.orDie(readWorkingTree("taxonomy-src"))
    yield* publishRelease(releases, "1.0.0", Result.getOrThrow(compile(tree)).taxonomy)
  }).pipe(Effect.orDie, Effect.provide(NodeServices.layer))

const server = TestServer.layer(published)

const decodeObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const ask = (path: string, parameters: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const { get } = yield* TestServer
    const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      name === "config" || name === "use" ? JSON.stringify(value) : String(value)
    ])
    const { bytes, status } = yield* get(`${path}?${new URLSearchParams(texts).toString()}`)
    return { status, body: decodeObject(bytes.toString()) }
  })

const readSchema = Effect.gen(function* () {
  const { get } = yield* TestServer
  const { bytes } = yield* get("/v1/schema")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client checks it
  return decodeObject(bytes.toString()) as unknown as ConfigRules & {
    readonly base_licenses: ReadonlyArray<{ readonly code: string; readonly config: Config }>
  }
})

/** As JSON has it: without members that are undefined. */
const asJson = (value: object) => decodeObject(JSON.stringify(value))

const uses: ReadonlyArray<Config> = [
  { ai_synthetic_use: { digital_replica: true } },
  { use_type: ["editorial"], territory: { global: false, countries: ["SE"] } },
  { product_categories: ["SOFT_DRINKS"], media_channels: ["licensee_websites"] },
  { modification_rights: ["technical_edit"], exclusivity: "sole" },
  {}
]

layer(server, { excludeTestServices: true })("questions", (it) => {
  it.effect("are answered as the client answers them: validate and migrate", () =>
    Effect.gen(function* () {
      const schema = yield* readSchema
      const first = schema.base_licenses[0]?.config ?? {}
      const configs: ReadonlyArray<unknown> = [
        ...schema.base_licenses.slice(0, 8).map(({ config }) => config),
        { ...first, use_type: ["editorials"], nothing: "x" },
        { ...first, exclusive_categories: ["QSR_FAST_FOOD", "QSR_FAST_FOOD"] },
        { ...first, territory: "SE" },
        { ...first, commercial_scope: "full_commercial", use_type: ["educational"] },
        {},
        [],
        "x"
      ]
      for (const config of configs) {
        const { valid, problems, advice } = validateConfig(schema, config)
        const { body, status } = yield* ask("/v1/validate", { config })
        assert.deepInclude(body, { verdict: valid ? "valid" : "invalid", ...asJson({ problems, advice }) })
        const { deprecated: _, missing: __, ...migration } = migrateConfig(config, { to: schema, from: schema })
        const migrated = yield* ask("/v1/migrate", { config, from: "v1.0" })
        assert.deepInclude(migrated.body, asJson(migration))
        assert.deepStrictEqual([status, migrated.status], [200, 200])
      }
    })
  )

  it.effect("are answered as the client answers them: permits and covers", () =>
    Effect.gen(function* () {
      const schema = yield* readSchema
      const verdicts = new Set<unknown>()
      for (const { code, config } of schema.base_licenses.slice(0, 10)) {
        for (const use of uses) {
          const { config: _, release: __, ...answer } = permits(schema, config, use)
          const { body, status } = yield* ask("/v1/permits", { license: code, use })
          assert.deepInclude(body, { license: code, problems: [], ...asJson(answer) })
          assert.strictEqual(status, 200)
          verdicts.add(answer.verdict)
        }
        for (const other of schema.base_licenses.slice(8, 14)) {
          const { config: _, release: __, ...answer } = covers(schema, config, other.config)
          const { body } = yield* ask("/v1/covers", { license: code, config: other.config })
          assert.deepInclude(body, { license: code, problems: [], ...asJson(answer) })
          verdicts.add(answer.verdict)
        }
      }
      assert.sameMembers([...verdicts], ["yes", "no", "unknown"])
    })
  )

  it.effect("explain themselves in the language asked for, and never take an error for a no", () =>
    Effect.gen(function* () {
      const question = { license: "NIL-AI-AVATAR", use: uses[0], lang: "fr-CA" }
      const { body } = yield* ask("/v1/permits", question)
      assert.match(String(body["explanation"]), /^No\. NIL-AI-AVATAR does not permit the use\..*not legal advice/s)
      const unknown = yield* ask("/v1/permits", { license: "NIL-AI-AVATAR", use: { use_type: ["editorials"] } })
      assert.deepInclude(unknown.body, { verdict: "invalid", reasons: [] })
      assert.match(String(unknown.body["explanation"]), /Did you mean .*"editorial"/)
      const invalid = yield* ask("/v1/covers", { license: "NIL-AI-AVATAR", config: {} })
      assert.deepInclude(invalid.body, { verdict: "invalid", reasons: [] })
      const missing = yield* ask("/v1/permits", { license: "NIL-NONE", use: {} })
      assert.deepInclude(missing, { status: 404 })
    })
  )
})
