import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { patience } from "../../support/Patience.ts"
import { root } from "../../system/docs/Documents.ts"
import { exchange } from "../../system/server/exchange.ts"
import { serverProcess } from "../../system/server/many/ServerProcess.ts"
import { publishRelease, vocabulary } from "../../system/server/releases.ts"
import { board, boardQueries } from "./Board.ts"
import { hasPrometheus, promtool, runQuery, startPrometheus, type AskPrometheus } from "./Prometheus.ts"

/** A server with everything that has metrics, and a Prometheus that scrapes it. */
class Monitored extends Context.Service<
  Monitored,
  {
    readonly ask: AskPrometheus
    readonly output: () => string
    /** What Prometheus reads. */
    readonly metrics: Effect.Effect<string>
    /** Sends a request that counts in the metrics. */
    readonly request: Effect.Effect<unknown>
  }
>()("taxonomy-licensing-data-service/test/long/observability/prometheus.test/Monitored") {
  static readonly layer = Layer.effect(
    Monitored,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
      const places = ["--releases", `${folder}/releases`, "--keys", `${folder}/keys.ndjson`]
      // Nothing listens there: metrics about Redis and the collector exist nevertheless.
      const away = ["--limits", "redis://127.0.0.1:1", "--otlp", "http://127.0.0.1:1"]
      const { adminPort, output, port } = yield* serverProcess([...places, ...away], {}, 1024)
      const ask = yield* startPrometheus(adminPort)
      return Monitored.of({
        ask,
        output,
        metrics: Effect.map(Effect.orDie(exchange(adminPort, "/metrics")), ({ bytes }) => bytes.toString()),
        request: Effect.orDie(exchange(port, "/api/health"))
      })
    })
  ).pipe(Layer.provide(NodeServices.layer))
}

const Rules = Schema.Struct({
  groups: Schema.Array(
    Schema.Struct({
      rules: Schema.Array(
        Schema.Struct({
          alert: Schema.NonEmptyString,
          expr: Schema.NonEmptyString,
          labels: Schema.Struct({ severity: Schema.Literals(["critical", "warning", "info"]) }),
          annotations: Schema.Struct({
            summary: Schema.NonEmptyString,
            description: Schema.NonEmptyString,
            runbook_url: Schema.NonEmptyString
          })
        })
      )
    })
  )
})

const deployed = (name: string): string => readFileSync(`${root}deploy/prometheus/${name}`, "utf8")

const alerts = Schema.decodeUnknownSync(Rules)(parse(deployed("taxonomy.rules.yml"))).groups.flatMap(
  ({ rules }) => rules
)

const RuleTests = Schema.Struct({
  tests: Schema.Array(
    Schema.Struct({
      alert_rule_test: Schema.Array(
        Schema.Struct({ alertname: Schema.String, exp_alerts: Schema.optionalKey(Schema.Array(Schema.Unknown)) })
      )
    })
  )
})

describe("the alert rules", () => {
  it("have a section each in docs/how-to/alerts.md", () => {
    const sections = readFileSync(`${root}docs/how-to/alerts.md`, "utf8").match(/(?<=^## )Taxonomy\w+$/gm)
    assert.deepStrictEqual(
      sections,
      alerts.map(({ alert }) => alert)
    )
    for (const { alert, annotations } of alerts) {
      assert.strictEqual(annotations.runbook_url, `{{ $externalLabels.runbooks }}#${alert.toLowerCase()}`)
    }
  })

  it("are tested while they fire, before, and on servers that are well", () => {
    const { tests } = Schema.decodeUnknownSync(RuleTests)(parse(deployed("taxonomy.rules.test.yml")))
    const cases = tests.flatMap((test) => test.alert_rule_test)
    for (const { alert } of alerts) {
      const own = cases.filter(({ alertname }) => alertname === alert)
      assert.deepStrictEqual(
        own.map(({ exp_alerts = [] }) => exp_alerts.length),
        [0, 0, 1],
        alert
      )
    }
  })
})

describe.runIf(hasPrometheus)("promtool", () => {
  it("accepts the alert rules and the configuration", async () => {
    assert.include(await promtool(["check", "config", "prometheus.yml"]), `${alerts.length} rules found`)
    assert.notMatch(await promtool(["check", "rules", "--lint=all", "--lint-fatal", "taxonomy.rules.yml"]), /FAILED/)
  })

  it("passes the tests of the alert rules", async () => {
    assert.include(await promtool(["test", "rules", "taxonomy.rules.test.yml"]), "SUCCESS")
  })
})

describe("the dashboard", () => {
  it("gives each panel its own place and id", () => {
    const { panels } = board
    assert.strictEqual(new Set(panels.map(({ id }) => id)).size, panels.length)
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`)
    )
    assert.strictEqual(new Set(cells).size, cells.length)
    assert.isTrue(panels.every(({ gridPos: { w, x } }) => x + w <= 24))
  })

  it("takes the data source and the servers from variables", () => {
    assert.deepStrictEqual(
      board.templating.list.map(({ name, type }) => [name, type]),
      [
        ["datasource", "datasource"],
        ["instance", "query"]
      ]
    )
    for (const panel of board.panels) {
      if (panel.type === "row") continue
      for (const { expr } of panel.targets) assert.include(expr, 'job="taxonomy", instance=~"$instance"', panel.title)
    }
  })
})

if (hasPrometheus) {
  layer(Monitored.layer, { excludeTestServices: true, timeout: patience })("a server that Prometheus scrapes", (it) => {
    it.effect("has metrics that promtool finds no fault with", () =>
      Effect.gen(function* () {
        const { metrics } = yield* Monitored
        const text = yield* metrics
        assert.strictEqual(yield* Effect.promise(() => promtool(["check", "metrics"], text)), "")
      })
    )

    it.effect("answers every query of the dashboard", () =>
      Effect.gen(function* () {
        const { ask, request } = yield* Monitored
        // Each request between two scrapes makes rates and quotients finite.
        const answers = ({ query }: (typeof boardQueries)[number]) =>
          Effect.andThen(
            request,
            Effect.promise(() => runQuery(ask, query))
          ).pipe(
            Effect.repeat({ until: (values) => values.length > 0 && values.every(Number.isFinite), schedule: pause }),
            Effect.timeoutOrElse({
              duration: patience,
              orElse: () => Effect.die(new Error(`Nothing answers ${query}`))
            })
          )
        yield* Effect.forEach(boardQueries, answers, { concurrency: 8, discard: true })
      })
    )

    it.effect("has every metric of the dashboard's list of servers and of the alert rules", () =>
      Effect.gen(function* () {
        const { metrics } = yield* Monitored
        const exposed = namesIn(yield* metrics)
        const used = [
          ...board.templating.list.map(({ definition = "" }) => definition),
          ...alerts.map(({ expr }) => expr)
        ]
        const names = used.flatMap((text) => text.match(/\b(?:taxonomy|process|nodejs)_[a-z_]+/g) ?? [])
        assert.isAbove(names.length, 20)
        for (const name of names) assert.include([...exposed], name.replace(/_bucket$/, ""))
      })
    )

    it.effect("evaluates the alert rules", () =>
      Effect.gen(function* () {
        const { ask } = yield* Monitored
        const evaluated = Effect.map(
          Effect.promise(() => ask("/api/v1/rules")),
          (answer) => decodeRules(answer).data.groups.flatMap(({ rules }) => rules)
        )
        const rules = yield* Effect.repeat(evaluated, {
          until: (rules) => rules.every(({ health }) => health !== "unknown"),
          schedule: pause
        })
        assert.deepStrictEqual(
          rules.map(({ health, name }) => [name, health]),
          alerts.map(({ alert }) => [alert, "ok"])
        )
      })
    )

    it.effect("has a row in the documentation for each metric, and none for others", () =>
      Effect.gen(function* () {
        const { metrics } = yield* Monitored
        const page = readFileSync(`${root}docs/operating.md`, "utf8")
        const documented = page.match(/(?<=^\| `)(?:taxonomy|process|nodejs)_[a-z_]+/gm) ?? []
        const exposed = namesIn(yield* metrics)
        assert.sameMembers(documented, [...exposed])
      })
    )

    it.effect.runIf(process.platform === "linux")("warns at start that it may open too few files", () =>
      Effect.gen(function* () {
        const { metrics, output } = yield* Monitored
        assert.match(yield* metrics, /^process_max_fds 1024$/m)
        assert.match(output(), /"WARN".*The limit of open files is 1024/)
      })
    )
  })
}

/** Between two questions, for the servers that share the processor with the test. */
const pause = Schedule.spaced("100 millis")

const namesIn = (metrics: string): ReadonlySet<string> => new Set(metrics.match(/(?<=^# TYPE )\S+/gm) ?? [])

const decodeRules = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Struct({
      groups: Schema.Array(
        Schema.Struct({ rules: Schema.Array(Schema.Struct({ name: Schema.String, health: Schema.String })) })
      )
    })
  })
)
