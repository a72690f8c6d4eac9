import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

const textBody = (identifier: string, description: string) =>
  Schema.NonEmptyString.annotate({ identifier, description }).pipe(HttpApiSchema.asText({ contentType: "text/plain" }))

/** The signed state of the log, a signed note (C2SP tlog-checkpoint). */
export const CheckpointBody = textBody("Checkpoint", "A signed note with the state of the log (C2SP tlog-checkpoint).")

/** The proof that an artifact was published (C2SP tlog-proof). */
export const ProofBody = textBody("Proof", "A proof that a body was published in a release (C2SP tlog-proof).")
