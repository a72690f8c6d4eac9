import type * as EffectOpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import {
  responseHeaders,
  type Presence,
  type ResponseHeader,
  type ResponseKind
} from "../parameters/ResponseHeaders.ts"
import type { Example, HeaderObject, JsonSchema, Reference, Response } from "./OpenApiDocument.ts"
import { pageExample, type ResponseExamples } from "./ResponseExamples.ts"
import { identifiersIn, schemaReference } from "./Schemas.ts"

interface ResponseRegistries {
  readonly headers: ComponentRegistry<HeaderObject>
  readonly responses: ComponentRegistry<Response>
}

/** Describes the responses of an endpoint by status, with headers and examples. Endpoints share equal responses. */
export const describeResponses = (
  { headers, responses }: ResponseRegistries,
  endpoint: Pick<ResponseKind, "keyed" | "conditional">,
  described: EffectOpenApi.OpenAPISpecResponses,
  examples: ResponseExamples
): Readonly<Record<string, Reference | Response>> =>
  Object.fromEntries(
    Object.entries(described).map(([code, { content, description }]) => {
      const status = Number(code)
      const schemas = Object.values(content ?? {}).flatMap(({ schema }) => identifiersIn(schema))
      const response: Response = {
        // Effect joins the descriptions of several bodies with " | ".
        description: description.replaceAll(" | ", " "),
        headers: headersOf(headers, { ...endpoint, status }),
        ...(content === undefined
          ? {}
          : { content: { ...withExamples(content, examples), ...problemOf(status, schemas, examples) } })
      }
      const shared =
        status === 304
          ? endpoint.keyed
            ? "NotModified"
            : "DocumentNotModified"
          : status < 400
            ? undefined
            : schemas.join("Or")
      return [code, shared === undefined ? response : responses.register(shared, response)]
    })
  )

const withExamples = (
  content: EffectOpenApi.OpenApiSpecContent,
  known: ResponseExamples
): NonNullable<Response["content"]> =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => {
      const identifiers = identifiersIn(schema)
      const examples: Readonly<Record<string, Example>> =
        identifiers.length === 0
          ? { page: pageExample }
          : Object.assign({}, ...identifiers.map((identifier) => examplesOf(identifier, known)))
      return [type, { schema, examples }]
    })
  )

/**
 * The other form of an error. That of the health of the service is none: it has the body of a success. Whether a client
 * accepts it is unknown as long as the headers were not read.
 */
const problemOf = (
  status: number,
  bodies: ReadonlyArray<string>,
  known: ResponseExamples
): NonNullable<Response["content"]> =>
  status < 400 || status === 408 || status === 431 || bodies.includes("Draining")
    ? {}
    : {
        "application/problem+json": {
          schema: schemaReference("ProblemDetails"),
          examples: examplesOf("ProblemDetails", known)
        }
      }

/** Fails if a body has no examples, so that none is forgotten. */
const examplesOf = (identifier: string, known: ResponseExamples): Readonly<Record<string, Example>> => {
  const examples = known[identifier]
  if (examples === undefined) throw new Error(`The body ${identifier} needs an example`)
  return examples
}

const headersOf = (
  headers: ComponentRegistry<HeaderObject>,
  response: ResponseKind
): Readonly<Record<string, Reference>> =>
  Object.fromEntries(
    responseHeaders.flatMap((row) => {
      const presence = row.presence(response)
      // OpenAPI describes the content type with the body.
      if (presence === "never" || row.name === "Content-Type") return []
      return [[row.name, headers.register(row.name, describeHeader(row)[presence])]]
    })
  )

const describeHeader = memoizeByIdentity(
  ({ description, example, schema }: ResponseHeader): Readonly<Record<Exclude<Presence, "never">, HeaderObject>> => {
    const header = {
      description,
      required: false,
      schema: jsonSchemaOf(schema),
      example: Schema.decodeSync(Schema.toCodecStringTree(schema))(example)
    }
    return { always: { ...header, required: true }, sometimes: header }
  }
)

const jsonSchemaOf = (schema: Schema.Constraint): JsonSchema => Schema.toJsonSchemaDocument(schema).schema

/** The components of one kind, without duplicates. */
export class ComponentRegistry<Component> {
  readonly #kind: string
  readonly #components = new Map<string, Component>()

  constructor(kind: string) {
    this.#kind = kind
  }

  /** Registers a component and returns its reference. A different component of the same name gets a number as suffix. */
  readonly register = (name: string, component: Component): Reference => {
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? name : `${name}.${number}`
      const known = this.#components.get(key)
      if (known === undefined) this.#components.set(key, component)
      if (known === undefined || isEqual(known, component)) return { $ref: `#/components/${this.#kind}/${key}` }
    }
  }

  /** All components, by name. */
  readonly toRecord = (): Readonly<Record<string, Component>> =>
    Object.fromEntries([...this.#components].sort(([left], [right]) => (left < right ? -1 : 1)))
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
