import type * as EffectOpenApi from "effect/http-api/OpenApi"
import { isNotUndefined } from "effect/Predicate"
import { identifiersIn, schemaReference } from "./Schemas.ts"

/** The parameters and responses of an endpoint, as Effect describes them. */
type Described = Pick<EffectOpenApi.OpenAPISpecOperation, "parameters" | "responses">

/**
 * Describes an endpoint for clients that never ask for the general envelope, or for those that always do. A document
 * with both gives generated clients a union of two bodies for every response, although the client knows which one it
 * asked for. Endpoints without an envelope stay as they are.
 */
export const selectBodies = <Operation extends Described>(
  operation: Operation,
  schemas: EffectOpenApi.OpenAPIComponents["schemas"],
  envelope: boolean
): Operation => {
  const ok = operation.responses[200]
  const bodies = Object.values(ok?.content ?? {}).flatMap(({ schema }) => identifiersIn(schema))
  const enveloped = bodies.find((name) => bodies.includes(name.replace(/Envelope$/, "")) && name.endsWith("Envelope"))
  if (ok === undefined || enveloped === undefined) return operation
  const selected = envelope ? enveloped : enveloped.replace(/Envelope$/, "")
  const description = schemas[selected]?.["description"]
  const { 200: _, 304: notModified, ...errors } = operation.responses
  return {
    ...operation,
    parameters: operation.parameters
      // An envelope has no entity tag.
      .filter(({ name }) => name !== (envelope ? "if-none-match" : "envelope"))
      .map((parameter) => (parameter.name === "envelope" ? alwaysTrue(parameter) : parameter)),
    responses: {
      200: {
        ...ok,
        description: typeof description === "string" ? description : ok.description,
        content: { "application/json": { schema: schemaReference(selected) } }
      },
      ...(!envelope && isNotUndefined(notModified) && { 304: notModified }),
      ...errors
    }
  }
}

const alwaysTrue = (parameter: EffectOpenApi.OpenAPISpecParameter): EffectOpenApi.OpenAPISpecParameter => ({
  ...parameter,
  required: true,
  schema: { ...parameter.schema, enum: ["true"] }
})
