import type * as EffectOpenApi from "effect/http-api/OpenApi"
import type { JsonSchema, Parameter } from "./OpenApiDocument.ts"

/** Describes a parameter of the contract. */
export const describeParameter = ({
  in: place,
  name,
  required,
  schema
}: EffectOpenApi.OpenAPISpecParameter): Parameter => {
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
