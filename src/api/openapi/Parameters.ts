import type * as EffectOpenApi from "effect/http-api/OpenApi"
import type { ComponentRegistry } from "./ComponentRegistry.ts"
import { filterExample } from "./Examples.ts"
import type { JsonSchema, Parameter, Reference } from "./OpenApiDocument.ts"

/** Describes the parameters of an endpoint. Endpoints share their descriptions. */
export const describeParameters = (
  registry: ComponentRegistry<Parameter>,
  parameters: ReadonlyArray<EffectOpenApi.OpenAPISpecParameter>,
  filters: boolean
): ReadonlyArray<Reference> =>
  [...parameters.map(describe), ...(filters ? [dimensionFilter] : [])].map((parameter) =>
    registry.register(parameter.name, parameter)
  )

/** Describes the headers of a CORS preflight. */
export const preflightParameters = (registry: ComponentRegistry<Parameter>): ReadonlyArray<Reference> =>
  preflightHeaders.map((parameter) => registry.register(parameter.name, parameter))

const describe = ({ in: place, name, required, schema }: EffectOpenApi.OpenAPISpecParameter): Parameter => {
  const { description, examples, ...form }: JsonSchema = { ...schema }
  if (place === "cookie" || typeof description !== "string" || !Array.isArray(examples)) {
    throw new Error(`The parameter ${name} needs a description and an example`)
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

/** Capitalizes a header name as usual. Header names are case-insensitive (RFC 9110, 5.1). */
const headerName = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/-Id$/, "-ID")

/** Dimension names are data, so OpenAPI can only describe them as additional properties. */
const dimensionFilter: Parameter = {
  name: "dimensions",
  in: "query",
  description:
    "One parameter per dimension to filter by, named after it: `?color=red&color=blue&place=indoors` matches red or blue, " +
    "and indoors. For the names and values, get the dimensions of the release.",
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
  preflightHeader("Origin", "^\\S+$", 1024, "https://shop.example", "The origin of the calling page."),
  preflightHeader("Access-Control-Request-Method", "^[A-Z]+$", 32, "GET", "The method that the page will use."),
  preflightHeader(
    "Access-Control-Request-Headers",
    "^[A-Za-z0-9, -]*$",
    1024,
    "authorization",
    "The headers that the page will send."
  )
]
