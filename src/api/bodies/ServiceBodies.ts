import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { ResponseTime } from "./BodyParts.ts"

const healthFields = { version: Schema.NonEmptyString, timestamp: ResponseTime }

/** The health of a running service (service spec, 2.6 and 4.1). `version` is that of the server. */
export type HealthBody = typeof HealthBody.Type
export const HealthBody = Schema.Struct({ status: Schema.Literals(["ok", "degraded"]), ...healthFields }).annotate({
  identifier: "Health",
  description: "The service is available. `degraded`: it serves, but could not load the newest release."
})

/** The health of a server that is shutting down. */
export type DrainingBody = typeof DrainingBody.Type
export const DrainingBody = Schema.Struct({ status: Schema.Literal("draining"), ...healthFields })
  .annotate({ identifier: "Draining", description: "The server is shutting down. Send requests to another one." })
  .pipe(HttpApiSchema.status(503))

const textBody = (identifier: string, description: string, contentType = "text/plain") =>
  Schema.NonEmptyString.annotate({ identifier, description }).pipe(HttpApiSchema.asText({ contentType }))

/** The signed state of the log, a signed note (C2SP tlog-checkpoint). */
export const CheckpointBody = textBody("Checkpoint", "A signed note with the state of the log (C2SP tlog-checkpoint).")

/** The proof that an artifact was published (C2SP tlog-proof). */
export const ProofBody = textBody("Proof", "A proof that a body was published in a release (C2SP tlog-proof).")

/** The Atom feed of all releases (RFC 4287). */
export const FeedBody = textBody("Feed", "An Atom feed (RFC 4287).", "application/atom+xml")

/** The body of the documents for programs. */
export const OpenApiBody = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "OpenApiDocument",
  description: "An OpenAPI 3.1 document."
})
