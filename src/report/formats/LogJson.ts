import * as Schema from "effect/Schema"

/** The name and the ID of a key, by which signature lines refer to it. */
export const KeyName = Schema.Struct({
  name: Schema.String,
  id: Schema.String.annotate({ description: "The ID in the verifier key: eight hexadecimal digits." })
}).annotate({ identifier: "KeyName" })

const events = Schema.Natural.annotate({ description: "The number of events in the ledger." })

/** The transparency log of the releases. */
export const Log = Schema.Union([
  Schema.Struct({ signed: Schema.Literal(false), events }),
  Schema.Struct({
    signed: Schema.Literal(true),
    events,
    origin: Schema.String.annotate({ description: "The name of the log." }),
    size: Schema.Natural.annotate({ description: "The number of events that the checkpoint covers." }),
    root: Schema.String.annotate({ description: "The root hash in base64." }),
    signatures: Schema.Array(KeyName).annotate({
      description: "The keys that the signature lines name, verified or not."
    }),
    signers: Schema.Array(KeyName).annotate({
      description: "The trusted keys of the log whose signatures were verified."
    }),
    cosigners: Schema.Array(
      Schema.Struct({
        ...KeyName.fields,
        timestamp: Schema.Natural.annotate({ description: "When it cosigned, in seconds since 1970." })
      })
    ).annotate({ description: "The trusted witnesses whose cosignatures were verified." })
  })
]).annotate({ identifier: "Log" })
