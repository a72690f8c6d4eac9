/** The key with which a request is sent. Rows share one key per caller, unless the name says otherwise. */
export type Caller =
  | "nobody"
  | "free"
  | "professional"
  | "enterprise"
  | "revoked"
  | "unknown"
  | "malformed"
  /** A key that no other row uses. */
  | "new free"
  | "new professional"
  /** A key with one request left in its day. */
  | "tired free"
  | "tired professional"
  /** A key without a request left. */
  | "exhausted free"

export const knownTag = "<its entity tag>"

/** One sentence of the specification, and a request that shows that it holds. */
export interface Row {
  /** The section of the service specification, or `decided` for decisions where it is silent. */
  readonly section: string
  readonly sentence: string
  readonly caller: Caller
  readonly method?: string
  /** Below the base address `/api/taxonomy`, unless it begins with `/api/`. */
  readonly path: string
  /** `knownTag` stands for the entity tag that a request before tells, with the same key. */
  readonly sends?: Readonly<Record<string, string>>
  /** The number of equal requests before this one. */
  readonly after?: number
  readonly status: number
  /** Response headers by lower-case name: the value or a pattern. */
  readonly headers?: Readonly<Record<string, string | RegExp>>
  readonly lacks?: ReadonlyArray<string>
  /** Members that the body has, among others. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The names of all members of the body. */
  readonly members?: ReadonlyArray<string>
  /** A further condition, with its description for the table. */
  readonly holds?: { readonly says: string; readonly of: (received: ObservedResponse) => boolean }
}

/** The parts of a response that rows look at. */
export interface ObservedResponse {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly bytes: Uint8Array
  readonly json: unknown
}
