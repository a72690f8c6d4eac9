import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { BadRequest } from "../bodies/ErrorBodies.ts"

/** Answers a request whose path or query does not have the form of the contract. */
export class ParameterProblems extends HttpApiMiddleware.Service<ParameterProblems>()(
  "taxonomy-licensing-data-service/api/ParameterProblems",
  { error: BadRequest }
) {}
