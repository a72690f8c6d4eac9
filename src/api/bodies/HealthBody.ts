import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

const Moment = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u, {
    expected: "a UTC time such as 2026-11-21T10:00:00.000Z"
  })
)

/** The time of a response, ISO 8601 in UTC. */
export const ResponseTime = Moment.annotate({ description: "The time of the response, ISO 8601 in UTC." })

const healthFields = { version: Schema.NonEmptyString, timestamp: ResponseTime }

/** The health record of a service that answers (service spec, 2.6 and 4.1). `version` is the service's own. */
export type HealthBody = typeof HealthBody.Type
export const HealthBody = Schema.Struct({ status: Schema.Literals(["ok", "degraded"]), ...healthFields }).annotate({
  identifier: "Health",
  description: "The service answers. `degraded`: it still serves, but could not load what was published last."
})

/** The health record of a service that is about to end. */
export type DrainingBody = typeof DrainingBody.Type
export const DrainingBody = Schema.Struct({ status: Schema.Literal("draining"), ...healthFields })
  .annotate({ identifier: "Draining", description: "The service is about to end; send requests elsewhere." })
  .pipe(HttpApiSchema.status(503))
