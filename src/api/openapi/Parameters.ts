import type * as EffectOpenApi from "effect/http-api/OpenApi"
import type { ComponentRegistry } from "./ComponentRegistry.ts"
import { filterExample } from "./Examples.ts"
import type { JsonSchema, Parameter, Reference } from "./OpenApiDocument.ts"

/** An endpoint's parameters, each described once for all endpoints. */
export const describeParameters = (
  registry: ComponentRegistry<Parameter>,
  parameters: ReadonlyArray<EffectOpenApi.OpenAPISpecParameter>,
  filters: boolean
): ReadonlyArray<Reference> =>
  [...parameters.map(describe), ...(filters ? [dimensionFilter] : [])].map((parameter) =>
    registry.refer(parameter.name, parameter)
  )

/** What a browser sends ahead of a cross-origin request. */
export const preflightParameters = (registry: ComponentRegistry<Parameter>): ReadonlyArray<Reference> =>
  preflightHeaders.map((parameter) => registry.refer(parameter.name, parameter))

const describe = ({ in: place, name, required, schema }: EffectOpenApi.OpenAPISpecParameter): Parameter => {
  const { description, examples, ...form }: JsonSchema = { ...schema }
  if (place === "cookie" || typeof description !== "string" || !Array.isArray(examples)) {
    throw new Error(`The parameter ${name} of the contract has no description or no example`)
  }
  return {
    name: place === "header" ? headerName(name) : name,
    in: place,
    description,
    required,
    schema: form,
    example: examples[0]
  }
}

/** As headers are usually written; requests are read without regard to case (RFC 9110, 5.1). */
const headerName = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/-Id$/, "-ID")

/** The names of dimensions are data, so OpenAPI can only say that any may be there. */
const dimensionFilter: Parameter = {
  name: "dimensions",
  in: "query",
  description:
    "One parameter for each dimension to filter by, with the name of the dimension: `?color=red&color=blue&place=indoors` " +
    "finds what is red or blue, and indoors. The names and values are those of the release, see its dimensions.",
  required: false,
  style: "form",
  explode: true,
  schema: {
    type: "object",
    maxProperties: 100,
    propertyNames: { type: "string", maxLength: 64, pattern: "^[a-z][a-z0-9_]{0,63}$" },
    additionalProperties: {
      type: "array",
      maxItems: 1000,
      items: { type: "string", maxLength: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$" }
    }
  },
  example: filterExample
}

const preflightHeader = (name: string, pattern: string, maxLength: number, example: string, description: string) =>
  ({
    name,
    in: "header",
    description,
    required: false,
    schema: { type: "string", pattern, maxLength },
    example
  }) as const

const preflightHeaders: ReadonlyArray<Parameter> = [
  preflightHeader("Origin", "^\\S+$", 1024, "https://shop.example", "Where the calling page comes from."),
  preflightHeader("Access-Control-Request-Method", "^[A-Z]+$", 32, "GET", "The method that the page wants to use."),
  preflightHeader(
    "Access-Control-Request-Headers",
    "^[A-Za-z0-9, -]*$",
    1024,
    "authorization",
    "The headers that the page wants to send."
  )
]
