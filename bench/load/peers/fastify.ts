// The same contract, written as usual with Fastify and its plugins. The second argument says what the handlers return:
// `objects`, which Fastify serializes, or prepared `texts`. The log has one line per request, collected like that of
// `taxonomy serve`; Fastify alone would write two lines, each separately.
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import bearerAuth from "@fastify/bearer-auth"
import cors from "@fastify/cors"
import etag from "@fastify/etag"
import rateLimit from "@fastify/rate-limit"
import fastify from "fastify"
import { makeKeyCheck } from "./KeyCheck.ts"
import { writeLine } from "./LogLines.ts"
import { hourMillis, peerSetup } from "./PeerSetup.ts"

const { artifacts, basePath, headers, keys, release } = peerSetup()
const returnObjects = process.argv[3] !== "texts"
const check = makeKeyCheck(keys)

const app = fastify({
  logger: { level: "info", stream: { write: writeLine } },
  disableRequestLogging: true,
  requestIdHeader: "x-request-id",
  genReqId: () => randomUUID(),
  keepAliveTimeout: 65_000
})

const keyPrefixOf = (authorization: string | undefined): string => (authorization ?? "").slice(7, 19)

await app.register(cors, {
  origin: "*",
  methods: headers["access-control-allow-methods"] ?? "",
  allowedHeaders: headers["access-control-allow-headers"] ?? "",
  exposedHeaders: headers["access-control-expose-headers"] ?? ""
})
await app.register(bearerAuth, { keys: new Set<string>(), auth: (key) => check(key) !== undefined })
await app.register(rateLimit, {
  max: Number.MAX_SAFE_INTEGER,
  timeWindow: hourMillis,
  keyGenerator: ({ headers }) => keyPrefixOf(headers.authorization)
})
await app.register(etag)

const shared = { ...headers, "Content-Type": "application/json" }

app.addHook("onRequest", (request, reply, done) => {
  reply.headers(shared).header("X-Request-ID", request.id)
  done()
})
app.addHook("onResponse", (request, reply, done) => {
  request.log.info(
    {
      method: request.method,
      path: request.url,
      status: reply.statusCode,
      duration_ms: reply.elapsedTime,
      key: keyPrefixOf(request.headers.authorization)
    },
    "request"
  )
  done()
})

for (const [path, artifact] of Object.entries(artifacts)) {
  const text = readFileSync(join(release, artifact), "utf8")
  const object: unknown = JSON.parse(text)
  app.get(basePath + path, (_request, reply) => reply.send(returnObjects ? object : text))
}

process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`)
