import * as Schema from "effect/Schema"
import type { HookKind } from "../../domain/hooks/HookEvent.ts"
import { messageBody, planMessages } from "../../domain/hooks/HookMessage.ts"
import type { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import type { Parameter, Webhook } from "./OpenApiDocument.ts"
import type { ComponentRegistry } from "./Responses.ts"
import { schemaReference } from "./Schemas.ts"

/** The tag of webhooks in the document. */
export const webhookTag = {
  name: "webhooks",
  description:
    "Messages to addresses that the operator has subscribed: signed (Standard Webhooks), at least once, and in order. A message of the type `taxonomy.test` has other `data`."
}

/** Describes what the service sends to subscribers, by the type of the message. */
export const describeWebhooks = (parameters: ComponentRegistry<Parameter>): Readonly<Record<string, Webhook>> => {
  const headers = signedHeaders.map((header) => parameters.register(header.name, header))
  return Object.fromEntries(
    planMessages(events, leaves).map((message) => {
      const { kind } = message
      const value = messageBody(message, undefined, "https://licensing.example/api/taxonomy", () => undefined)
      const content = {
        schema: schemaReference("WebhookMessage"),
        examples: { [kind]: { summary: "A message", value } }
      }
      const post = {
        tags: [webhookTag.name],
        operationId: `${kind.replaceAll(/-\w/g, (text) => text.slice(1).toUpperCase())}Webhook`,
        ...occasions[kind],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { "application/json": content } },
        responses
      } as const
      return [value.type, { post }]
    })
  )
}

const occasions: Readonly<Record<HookKind, { readonly summary: string; readonly description: string }>> = {
  release: { summary: "A release was published", description: "Sent for every release." },
  deprecation: {
    summary: "A release changed deprecations",
    description: "Sent if a release deprecates an item, ends a deprecation or changes one. `items` lists these changes."
  },
  "license-changed": {
    summary: "A release changed base licenses",
    description: "Sent if a release adds, changes or removes a base license. `items` lists these changes."
  },
  withdrawal: { summary: "A release was withdrawn", description: "Sent if a release was published by mistake." },
  "end-of-life": {
    summary: "The end of a major version was decided",
    description: "Sent if a major version gets no further releases."
  }
}

const responses = {
  204: { description: "The message is stored. Every other 2xx says so, too." },
  400: { description: "The signature is invalid. After any status but 2xx and 410, the service tries again." },
  410: { description: "The subscriber wants no more messages. The subscription ends." }
}

const signedHeader = (name: string, description: string, pattern: string, example: string): Parameter => ({
  name,
  in: "header",
  description,
  required: true,
  schema: { type: "string", pattern, maxLength: 4096 },
  example
})

const signedHeaders = [
  signedHeader(
    "webhook-id",
    "The id of the message, the same for every repetition.",
    "^msg_\\S+$",
    "msg_2_release_5e884898da28"
  ),
  signedHeader("webhook-timestamp", "When the attempt began, in seconds since 1970.", "^\\d{1,12}$", "1772443800"),
  signedHeader(
    "webhook-signature",
    "Signatures of id, time and body, with spaces between: `v1` (HMAC-SHA256) and `v1a` (Ed25519). One that fits is enough.",
    "^v1a?,\\S+( v1a?,\\S+)*$",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  )
]

// Invented events, from which a message of each kind follows.

const version = Schema.decodeSync(Version)("1.1.0")
const decision = { date: "2026-03-09T16:00:00Z", reason: "The labels of the placements were drafts." }
const events: ReadonlyArray<ReleaseEvent> = [
  {
    _tag: "ReleasePublished",
    version,
    base: Schema.decodeSync(Version)("1.0.0"),
    published_at: "2026-03-02T09:30:00Z",
    source_commit: "",
    changes: [
      { kind: "license-deprecated", bump: "minor", license: "SAMPLE-PODCAST", after: { replaced_by: [], reason: "" } }
    ],
    waivers: [],
    format: 1,
    manifest: `sha256:${"5e884898".repeat(8)}`
  },
  { _tag: "ReleaseWithdrawn", version, ...decision },
  { _tag: "MajorEnded", major: 1, ...decision }
]
const leaves = events.map((_, index) => ({ event: `sha256:${String(index).repeat(64)}` }))
