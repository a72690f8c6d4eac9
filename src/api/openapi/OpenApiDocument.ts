/** The parts of an OpenAPI 3.1 document that the contract uses. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>> & {
    readonly title: string
    readonly version: string
    readonly description: string
  }
  readonly servers: ReadonlyArray<OpenApiServer>
  readonly security: ReadonlyArray<SecurityRequirement>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, PathItem>>
  /** What the service sends, by the type of the message. */
  readonly webhooks: Readonly<Record<string, Webhook>>
  readonly components: Components
}

export interface OpenApiServer {
  readonly url: string
  readonly description: string
}

export interface PathItem {
  readonly servers?: ReadonlyArray<OpenApiServer>
  readonly get: Operation
}

export interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: ReadonlyArray<SecurityRequirement>
  readonly parameters: ReadonlyArray<Reference | Parameter>
  readonly responses: Readonly<Record<string, Reference | Response>>
}

export interface Webhook {
  readonly post: Omit<Operation, "responses"> & {
    readonly requestBody: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> }
    readonly responses: Readonly<Record<string, { readonly description: string }>>
  }
}

export type SecurityRequirement = Readonly<Record<string, ReadonlyArray<string>>>

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly securitySchemes: Readonly<Record<string, object>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly responses: Readonly<Record<string, Response>>
}

export interface Reference {
  readonly $ref: string
}

export type JsonSchema = { readonly [keyword: string]: unknown }

export interface HeaderObject {
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly example: unknown
}

export interface Parameter extends HeaderObject {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly deprecated?: true
  readonly style?: "form"
  readonly explode?: boolean
}

export interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly examples: Readonly<Record<string, Example>>
}

export interface Example {
  readonly summary: string
  readonly value: unknown
}
