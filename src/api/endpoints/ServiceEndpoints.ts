import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { NotModified } from "../bodies/BodyParts.ts"
import { BadRequest, commonErrors, NotFound, PreconditionFailed } from "../bodies/ErrorBodies.ts"
import { CheckpointBody, DrainingBody, HealthBody, OpenApiBody } from "../bodies/ServiceBodies.ts"
import { documentQuery } from "../parameters/QueryParameters.ts"
import { conditionalRequestHeaders, requestHeaders } from "../parameters/RequestHeaders.ts"
import { ParameterProblems } from "./ParameterProblems.ts"

/** True if an endpoint is also served one level above the base address (service spec, 4.1). */
export const AlsoAboveBase = Context.Reference<boolean>("taxonomy-licensing-data-service/api/AlsoAboveBase", {
  defaultValue: () => false
})

/** True if an endpoint also answers HEAD, as load balancers and monitors send it. */
export const AllowsHead = Context.Reference<boolean>("taxonomy-licensing-data-service/api/AllowsHead", {
  defaultValue: () => false
})

const errors = [BadRequest, ...commonErrors] as const
const conditionalErrors = [PreconditionFailed, ...errors] as const

const health = HttpApiEndpoint.get("health", "/health", {
  headers: requestHeaders,
  success: HealthBody,
  error: [...errors, DrainingBody]
})
  .annotate(AlsoAboveBase, true)
  .annotate(AllowsHead, true)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Get service health",
      description: "Reports whether the service is available, degraded or draining. HEAD returns the headers alone."
    })
  )

const checkpoint = HttpApiEndpoint.get("checkpoint", "/checkpoint", {
  headers: conditionalRequestHeaders,
  success: [CheckpointBody, NotModified],
  error: [...conditionalErrors, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get the checkpoint of the log",
    description:
      "The signed state of the transparency log of the releases: its name, its number of events and its root hash " +
      "(C2SP tlog-checkpoint). Keep it: compared with a later copy of the ledger, it shows if the history was rewritten."
  })
)

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json", {
  query: documentQuery,
  headers: conditionalRequestHeaders,
  success: [OpenApiBody, NotModified],
  error: conditionalErrors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get the OpenAPI document",
    description:
      "The interface as an OpenAPI 3.1 document. It has no names of the taxonomy; to generate a client with filters, use " +
      "the document of a release."
  })
)

const docs = HttpApiEndpoint.get("docs", "/docs", {
  headers: conditionalRequestHeaders,
  success: [
    Schema.String.annotate({ description: "An HTML page." }).pipe(HttpApiSchema.asText({ contentType: "text/html" })),
    NotModified
  ],
  error: conditionalErrors
}).annotateMerge(
  OpenApi.annotations({ summary: "Get the documentation page", description: "The interface as an HTML page." })
)

/** The endpoints without an API key: they contain nothing of the taxonomy. */
export const serviceEndpoints = HttpApiGroup.make("service", { topLevel: true })
  .add(health, checkpoint, openapi, docs)
  .middleware(ParameterProblems)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(OpenApi.Description, "The service itself. No API key is required.")
