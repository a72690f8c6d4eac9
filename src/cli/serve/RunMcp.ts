import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import packageJson from "../../../package.json" with { type: "json" }
import {
  describeTools,
  targetOf,
  toToolRequest,
  type EndpointTool,
  type ToolProblem,
  type ToolRequest
} from "../../api/Tools.ts"
import { isObject, parseJson } from "../../domain/Json.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { makeAnswerHere } from "../../server/app/AnswerHere.ts"
import { CurrentCatalog } from "../../server/catalog/CurrentCatalog.ts"
import { processLog } from "../terminal/ProcessLog.ts"

/** What the tools ask, and the release that they read if a call names none. */
export type McpSource = { readonly version: string } & (
  | { readonly releases: string }
  | { readonly url: string; readonly key: Redacted.Redacted }
)

/** Serves the tools over standard input and output until the input ends or a signal comes. Then exits with 0. */
export const runMcp = (source: McpSource) =>
  Effect.gen(function* () {
    const ask =
      "url" in source
        ? askService(source.url, source.key)
        : yield* Effect.provide(askReleases, yield* Layer.build(CurrentCatalog.layer(source.releases)))
    const tools = Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      for (const tool of describeTools()) yield* server.addTool(registrationOf(tool, ask, source.version))
    })
    return yield* Layer.launch(
      McpServer.layerStdio({
        name: "taxonomy",
        version: packageJson.version,
        instructions,
        protocols: [
          McpProtocol.v2025_11_25,
          McpProtocol.v2025_06_18,
          McpProtocol.v2025_03_26,
          McpProtocol.v2024_11_05,
          McpProtocol.v2026_07_28
        ],
        registrations: Layer.effectDiscard(tools)
      })
    )
  }).pipe(
    Effect.scoped,
    Effect.provide(processLog),
    // The end of the input interrupts, and so do signals.
    Effect.onInterrupt(() => exitSucceeded)
  )

const instructions =
  "A taxonomy of licenses: dimensions have values, and a config sets dimensions. Base licenses are configs with a code. " +
  "Find codes with `search`, which lists all base licenses if only `kind` is `license`, read one item with `license`, `dimension` or `value`, and ask about configs with `validate`, " +
  "`permits`, `covers` and `migrate`. An answer names its release in `_meta.release`. Name it and the codes when you quote " +
  "an answer. It says what the codes say, and is not legal advice."

const exitSucceeded = Effect.sync((): never => process.exit(ExitCode.success))

/** The answer to a request: a body of the interface, or problem details. */
interface Answer {
  readonly status: number
  readonly text: string
  /** What the service says of deprecated items and withdrawn releases in the answer. */
  readonly warning?: string | undefined
}

type Ask = (request: ToolRequest) => Effect.Effect<Answer, ToolProblem>

/** Asks the folder of the releases, by the code that serves it over HTTP. */
const askReleases = Effect.map(makeAnswerHere, (answer): Ask => {
  return ({ endpoint, params, query: pairs }) => {
    const names = new Set(pairs.map(([name]) => name))
    const valuesOf = (sought: string) => pairs.flatMap(([name, value]) => (name === sought ? [value] : []))
    const query = Object.fromEntries([...names].map((name) => [name, oneOrAll(valuesOf(name))]))
    return Effect.map(answer({ endpoint, params, query }), ({ body = "", headers, status }) => ({
      status,
      text: Buffer.from(body).toString(),
      warning: headers["X-Deprecation-Warning"]
    }))
  }
})

const oneOrAll = (values: ReadonlyArray<string>): string | ReadonlyArray<string> =>
  values.length === 1 ? (values[0] ?? "") : values

/** Asks a service by GET. A redirect is not followed, so that the API key goes nowhere else. */
const askService =
  (url: string, key: Redacted.Redacted): Ask =>
  (request) =>
    Effect.tryPromise({
      try: async (aborted) => {
        const response = await fetch(`${url.replace(/\/+$/, "")}${targetOf(request)}`, {
          headers: {
            accept: "application/problem+json, application/json;q=0.9",
            authorization: `Bearer ${Redacted.value(key)}`,
            "user-agent": `taxonomy-mcp/${packageJson.version}`
          },
          redirect: "manual",
          signal: AbortSignal.any([aborted, AbortSignal.timeout(timeoutMillis)])
        })
        const warning = response.headers.get("x-deprecation-warning") ?? undefined
        return { status: response.status, text: await response.text(), warning }
      },
      catch: (problem): ToolProblem => {
        const { cause, message } = problem instanceof Error ? problem : new Error(String(problem))
        const reason = cause instanceof Error ? cause.message : message
        return {
          code: "service-unreachable",
          detail: `${new URL(url).origin} does not answer: ${reason}. Try again later`
        }
      }
    })

const timeoutMillis = 30_000

const registrationOf = (tool: EndpointTool, ask: Ask, version: string) => ({
  tool: new McpSchema.Tool({
    name: tool.endpoint.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.input, type: "object" },
    outputSchema: tool.output,
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false
    }
  }),
  annotations: Context.empty(),
  handle: (given: unknown) =>
    callTool(tool, ask, isObject(given) ? given : {}, version).pipe(
      Effect.catch((problem) => Effect.succeed(problemResult(JSON.stringify(problem)))),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError(`The tool ${tool.endpoint.name} failed`, cause), problemResult(internalProblem))
      )
    )
})

/** Calls a tool. An answer that is too large for an agent is asked for again with fewer results, if it has a number of them. */
const callTool = (
  tool: EndpointTool,
  ask: Ask,
  given: Readonly<Record<string, unknown>>,
  version: string
): Effect.Effect<McpSchema.CallToolResult, ToolProblem> =>
  Effect.gen(function* () {
    const paged = "limit" in tool.input.properties
    const args = paged ? { limit: usualLimit, ...given } : given
    const { status, text, warning } = yield* ask(yield* Effect.fromResult(toToolRequest(tool, args, version)))
    const body = parseJson(text)
    if (!isObject(body)) {
      const detail = `The service answers with status ${status} and without JSON. Check the address of the service`
      return yield* Effect.fail<ToolProblem>({ code: "service-unreachable", detail })
    }
    if (status !== 200) return problemResult(text)
    const bytes = Buffer.byteLength(text)
    if (bytes > maxAnswerBytes) {
      const limit = Math.floor(Number(args["limit"]) / 2)
      if (limit >= 1) return yield* callTool(tool, ask, { ...args, limit }, version)
      const detail = `The answer has ${bytes} bytes, more than ${maxAnswerBytes}. Search, or ask for less, such as one value`
      return yield* Effect.fail<ToolProblem>({ code: "answer-too-large", detail })
    }
    return new McpSchema.CallToolResult({
      content: [text, ...(warning === undefined ? [] : [warning])].map((each) => ({ type: "text", text: each })),
      structuredContent: body
    })
  })

/** About 8,000 tokens. */
const maxAnswerBytes = 32_768

const usualLimit = 10

const problemResult = (text: string) =>
  new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text }] })

const internalProblem = JSON.stringify({
  code: "internal-error",
  detail: "The tool failed. The log of `taxonomy mcp` says why"
})
