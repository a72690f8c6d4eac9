import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Forbidden, Unauthorized } from "../bodies/ErrorBodies.ts"

/** `Authorization: Bearer <API_KEY>` (service spec, 5.1). A derived client must supply the key. */
export class ApiKeySecurity extends HttpApiMiddleware.Service<ApiKeySecurity>()(
  "taxonomy-licensing-data-service/api/ApiKeySecurity",
  {
    security: {
      ApiKey: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
        HttpApiSecurity.annotate(OpenApi.Format, "nil_ and 32 characters"),
        HttpApiSecurity.annotate(
          OpenApi.Description,
          "An API key. The operator issues and revokes keys by e-mail. Use them on servers only."
        )
      )
    },
    error: [Unauthorized, Forbidden],
    requiredForClient: true
  }
) {}
