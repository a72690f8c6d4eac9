import * as Context from "effect/Context"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import type { OpenApiOptions } from "../openapi/OpenApi.ts"

/** What an endpoint answers with, from which the server makes its responses. */
export type Answers =
  | ArtifactAnswer
  | ProofAnswer
  | ReleaseAnswer
  | QuestionAnswer
  | HistoryAnswer
  /** The changes between two releases, or the Atom feed of all. */
  | { readonly of: "changes" | "feed" }
  /** The state of the service, or a document about its interface. */
  | { readonly of: "service" }

/** The items that a body is about. Those that are deprecated are named in its headers. */
export type Mentions = "every-item" | "dimensions" | "licenses" | "item"

/** An artifact of a release, byte for byte. `{name}` in its path is a parameter of the endpoint. */
export interface ArtifactAnswer {
  readonly of: "artifact"
  readonly path: string
  readonly mentions: Mentions
}

/** The proof that an artifact was published. */
export interface ProofAnswer {
  readonly of: "proof"
  readonly path: string
  readonly mentions: Mentions
}

/** JSON that is made from a release and what later ones say of it, and is no artifact of it. */
export interface ReleaseAnswer {
  readonly of: "release"
  readonly body: (request: ReleaseRequest) => object | Promise<object>
  /** What `envelope=true` asks for: the general envelope around the body, or another body that describes it. */
  readonly envelope: "around" | "described"
  /** A body as the document of the interface shows it, unless its schema has an example there. */
  readonly example?: ExampleBody
  readonly mentions: Mentions
}

export interface ReleaseRequest {
  readonly release: PublishedRelease
  readonly history: ReleaseHistory
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: QueryValues
  readonly interface: OpenApiOptions
}

/** JSON that answers a question by a release. It is made for one request and not kept: a question may name a contract. */
export interface QuestionAnswer {
  readonly of: "question"
  /** The body, or the short steps that lead to it. */
  readonly body: (question: Question) => object | Generator<void, object>
  readonly example: ExampleBody
}

export interface Question {
  readonly history: ReleaseHistory
  readonly release: PublishedRelease
  /** The release of the parameter `from`. */
  readonly from: PublishedRelease | undefined
  readonly query: QueryValues
  /** What the parameters of these names hold, which are JSON. */
  readonly config: unknown
  readonly use: unknown
  readonly page: Page
}

/** The part of a list that a cursor selects. */
export interface Page {
  /** The position of its first entry. */
  readonly start: number
  /** The cursor of the page that begins at a position. */
  readonly cursorOf: (position: number) => string
}

/**
 * JSON with one list that is made from all releases, for the API version whose newest release is given. `limit` and
 * `cursor` select a page of the list.
 */
export interface HistoryAnswer {
  readonly of: "history"
  readonly body: (history: ReleaseHistory, newest: Version) => object
  readonly example: ExampleBody
}

/** The decoded query parameters of a request. */
export type QueryValues = Readonly<Record<string, string | number | ReadonlyArray<string> | undefined>>

type ExampleBody = object & { readonly version: string }

/** The annotation of an endpoint with what it answers with. */
export const AnswersWith = Context.Reference<Answers>("taxonomy-licensing-data-service/api/AnswersWith", {
  defaultValue: () => ({ of: "service" })
})

/**
 * The annotation of an endpoint with how many requests of the limits one is counted as: another number than 1 for each
 * started kilobyte of the path and the query.
 */
export const Cost = Context.Reference<number>("taxonomy-licensing-data-service/api/Cost", { defaultValue: () => 1 })

/** The annotation of an endpoint with what it is for, whatever it is asked through. */
export const Purpose = Context.Reference<{ readonly summary: string; readonly description: string }>(
  "taxonomy-licensing-data-service/api/Purpose",
  { defaultValue: () => ({ summary: "", description: "" }) }
)
