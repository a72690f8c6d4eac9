import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requireTool } from "../../support/Tools.ts"

/** A proxy that checks each request and response against an OpenAPI document. */
export interface ValidatingProxy {
  readonly port: number
}

/** The parts of Prism's packages that the proxy uses. */
interface PrismHttp {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<ReadonlyArray<object>>
}
interface PrismServer {
  readonly createServer: (operations: ReadonlyArray<object>, options: object) => RunningPrism
}
interface RunningPrism {
  readonly listen: (port: number, host: string) => Promise<string>
  readonly close: () => Promise<void>
}
interface PrismCore {
  readonly createLogger: (name: string, options: object) => object
}

/** Starts Prism in this process, in front of a server, until the scope closes. */
export const startProxy = Effect.fnUntraced(function* (document: object, upstream: string) {
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => makePrism(document, upstream)),
    (server) => Effect.promise(() => server.close())
  )
  const address = yield* Effect.promise(() => server.listen(0, "127.0.0.1"))
  return { port: Number(new URL(address).port) } satisfies ValidatingProxy
})

const makePrism = async (document: object, upstream: string): Promise<RunningPrism> => {
  const http: PrismHttp = requireTool("@stoplight/prism-http")
  const { createServer }: PrismServer = requireTool("@stoplight/prism-http-server")
  const { createLogger }: PrismCore = requireTool("@stoplight/prism-core")
  return createServer(await http.getHttpOperationsFromSpec(document), {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      mock: { dynamic: false }
    },
    components: { logger: createLogger("test", { level: "silent" }) }
  })
}

const Violations = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ location: Schema.Array(Schema.String), message: Schema.String }))
)

/** The violations that the proxy found in a response, from its header `sl-violations`. */
export const responseViolations = (header: unknown): ReadonlyArray<string> =>
  (header === undefined ? [] : Schema.decodeUnknownSync(Violations)(header))
    .filter(({ location }) => location[0] === "response")
    .map(({ location, message }) => `${location.join(".")}: ${message}`)
