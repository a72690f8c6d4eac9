import { readFileSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import type { Agent } from "node:http"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Tier } from "../../../../src/domain/keys/Tier.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { taxonomy } from "../../../support/CommandLine.ts"
import { patience, pause } from "../../../support/Patience.ts"
import { runKeys } from "../../cli/keys/runKeys.ts"
import { dumpOf, ledgerIn, temporaryDatabase } from "../../keys/Postgres.ts"
import { ownRedis, type OwnRedis } from "../../limits/redis.ts"
import { exchange } from "../exchange.ts"
import { runNginx, type Place } from "../nginx/Nginx.ts"
import { publishRelease, vocabulary } from "../releases.ts"
import { serverProcess, type ServerProcess } from "./ServerProcess.ts"

/** Two servers that share keys in PostgreSQL and counts in Redis, with nginx before them. */
export class ManyMachines extends Context.Service<
  ManyMachines,
  {
    readonly servers: readonly [ServerProcess, ServerProcess]
    readonly redis: OwnRedis
    readonly database: Effect.Success<typeof temporaryDatabase>
    /** Where callers reach whichever server nginx chooses. */
    readonly front: number
    /** Issues a key and waits until both servers know it, which does not count. */
    readonly newKey: (tier: Tier) => Effect.Effect<string>
    /** Runs `taxonomy keys` in a process of its own. */
    readonly keysCommand: (...args: ReadonlyArray<string>) => Effect.Effect<string>
    /** The same in this process, where what matters comes after it. */
    readonly revoke: (key: string) => Effect.Effect<void>
    /** Asks both until they answer with this status. */
    readonly bothAnswer: (key: string, status: number) => Effect.Effect<void>
    /** Asks for as many different things at once, which no cache can know. */
    readonly burst: (port: number, key: string, count: number) => Effect.Effect<Burst>
    /** All that servers, nginx, Redis and PostgreSQL have written or keep. */
    readonly allThatIsKept: Effect.Effect<string>
  }
>()("taxonomy-licensing-data-service/test/system/server/many/ManyMachines") {
  static readonly layer = Layer.effect(
    ManyMachines,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
      yield* publishRelease(releases, "1.0.0", manyUseTypes)
      const list = yield* fs.readFile(`${releases}/v1.0.0/licenses.json`)
      const database = yield* temporaryDatabase
      const { location } = ledgerIn(database)
      const redis = yield* ownRedis()
      yield* redis.start
      yield* runKeys(["migrate", "--keys", location])
      const starting = serverProcess(["--releases", releases, "--keys", location, "--limits", redis.url])
      const servers = yield* Effect.all([starting, starting], { concurrency: 2 })
      const nginx = yield* runNginx(before(servers))

      const bothAnswer = (key: string, status: number, headers?: Readonly<Record<string, string>>) =>
        Effect.forEach(
          servers,
          ({ port }) =>
            ask(port, key, { headers }).pipe(
              Effect.repeat({ until: (came) => came.status === status, schedule: pause })
            ),
          { concurrency: 2, discard: true }
        ).pipe(Effect.timeout(patience), Effect.orDie)

      const decidedAlone = Effect.map(
        Effect.forEach(servers, ({ metric }) => metric("taxonomy_limits_local_decisions_total")),
        (counts) => counts.map(Option.getOrElse(() => 0)).reduce((sum, count) => sum + count, 0)
      )

      return ManyMachines.of({
        servers,
        redis,
        database,
        front: nginx.port,
        bothAnswer,
        newKey: Effect.fnUntraced(function* (tier) {
          const { stdout } = yield* runKeys(["issue", "--keys", location, ...holder(tier)])
          const key = keyIn(stdout)
          // Free of charge.
          yield* bothAnswer(key, 304, { "If-None-Match": `"${sha256(list)}"` })
          return key
        }),
        keysCommand: Effect.fnUntraced(function* (command, ...args) {
          const ran = yield* Effect.promise(() =>
            taxonomy(["keys", String(command), "--keys", location, ...args], { cwd })
          )
          return ran.code === 0 ? ran.stdout : yield* Effect.die(new Error(ran.stderr))
        }),
        revoke: Effect.fnUntraced(function* (key) {
          const about = ["--reason", "Lost.", "--yes", key.slice(0, 12)]
          const { code, message } = yield* runKeys(["revoke", "--keys", location, ...about])
          if (code !== 0) return yield* Effect.die(new Error(message))
        }),
        burst: Effect.fnUntraced(function* (port, key, count) {
          const aloneBefore = yield* decidedAlone
          const statuses = yield* Effect.forEach(
            Array.from({ length: count }, (_, index) => index),
            (index) => Effect.map(ask(port, key, { query: distinct(index) }), ({ status }) => status),
            { concurrency: "unbounded" }
          )
          return {
            allowed: statuses.filter((status) => status === 200).length,
            refused: statuses.filter((status) => status === 429).length,
            decidedAlone: (yield* decidedAlone) - aloneBefore
          }
        }, Effect.orDie),
        allThatIsKept: Effect.gen(function* () {
          const written = yield* Effect.promise(() => textsBelow(dirname(nginx.folder)))
          const told = servers.map((server) => server.output())
          return [...told, written, yield* everythingIn(redis), yield* dumpOf(database)].join("\n")
        })
      })
    })
  ).pipe(Layer.orDie, Layer.provide(NodeServices.layer))
}

export interface Burst {
  readonly allowed: number
  readonly refused: number
  /** Of all servers that are there, without Redis, which is what they do where it is slow. */
  readonly decidedAlone: number
}

/** Asks for the licenses. */
export const ask = (port: number, key: string | undefined, { agent, headers, query = "" }: Asked = {}) =>
  exchange(port, `/api/taxonomy/v1/licenses${query}`, {
    ...(agent === undefined ? {} : { agent }),
    headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers }
  })

interface Asked {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly query?: string
  readonly agent?: Agent
}

/** What no cache keeps, and what is not the same question as that of any other number below 200. */
export const distinct = (index: number): string => `?use_type=use-${index % useTypes}&envelope=true`

/** The one key in what a command printed. */
export const keyIn = (text: string): string => {
  const [key, ...more] = text.match(/nil_[0-9A-Za-z]{32}/g) ?? []
  if (key === undefined || more.length > 0) throw new Error("There is not exactly one key")
  return key
}

export const holder = (tier: Tier): ReadonlyArray<string> =>
  Object.entries({
    organization: "Acme",
    "use-case": "A shop",
    "expected-volume": "10 a day",
    environment: "production",
    tier
  }).flatMap(([name, value]) => [`--${name}`, value])

const useTypes = 200

const manyUseTypes = (() => {
  const small = vocabulary("EDU")
  const more = Array.from({ length: useTypes }, (_, index) => ({
    code: `use-${index}`,
    label: `Use ${index}`,
    description: "One of many."
  }))
  return {
    ...small,
    dimensions: small.dimensions.map((dimension) =>
      dimension.name === "use_type" ? { ...dimension, values: more } : dimension
    ),
    licenses: small.licenses.map((license) => ({ ...license, config: { use_type: ["use-0"] } }))
  }
})()

const cwd = fileURLToPath(new URL("../../../..", import.meta.url))

const template = readFileSync(new URL("../../../../docs/how-to/nginx/taxonomy.conf", import.meta.url), "utf8")

/**
 * What an operator is told to copy, with both servers, with logs, and with a lost server tried again after a second. All
 * load comes from one address, which may send as many requests as it likes.
 */
const before =
  (servers: ReadonlyArray<ServerProcess>) =>
  ({ folder, listen, log }: Place): string => {
    const origin = servers.map(({ port }) => `127.0.0.1:${port} fail_timeout=1s`).join("; server ")
    const values: Readonly<Record<string, string>> = { folder, listen, log, origin, fresh: "60s" }
    return template
      .replaceAll(/^(?!#).*$/gm, (line) => line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])))
      .replace("server_tokens off;", `$& error_log ${folder}-error.log info;`)
      .replace("rate=50r/s", "rate=1000000r/s")
      .replace("limit_conn taxonomy_addresses 200", "limit_conn taxonomy_addresses 65535")
  }

const textsBelow = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n")
}

/** All names and values, which are few. */
const everythingIn = ({ tell }: OwnRedis) =>
  Effect.gen(function* () {
    const names = yield* Schema.decodeUnknownEffect(Texts)(yield* tell("KEYS", "*"))
    const values = yield* Effect.forEach(names, (name) =>
      Effect.gen(function* () {
        const isHash = (yield* tell("TYPE", name)) === "hash"
        return yield* isHash ? tell("HGETALL", name) : Effect.map(tell("GET", name), (value) => [value])
      })
    )
    return [...names, ...(yield* Schema.decodeUnknownEffect(Texts)(values.flat()))].join("\n")
  }).pipe(Effect.orDie)

const Texts = Schema.Array(Schema.String)
