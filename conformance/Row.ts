import type { Received } from "../test/integration/server/request.ts"

/** Whose request it is. The keys of several rows are one and the same, but where a row says that it is its own. */
export type Caller =
  | "nobody"
  | "free"
  | "professional"
  | "enterprise"
  | "revoked"
  | "unknown"
  | "malformed"
  /** A key of the tier that no other row uses. */
  | "new free"
  | "new professional"
  /** A key of the tier that used all but one request of its day in the hours before this one. */
  | "tired free"
  | "tired professional"

/** One sentence of the specification, and a request by which it can be seen to hold. */
export interface Row {
  /** The section of the service specification, or `decided` for what it leaves open. */
  readonly section: string
  readonly sentence: string
  readonly caller: Caller
  readonly method?: string
  /** Below the base address `/api/taxonomy`, or from `/api/` on. */
  readonly path: string
  readonly sends?: Readonly<Record<string, string>>
  /** How often the same request goes before the one that is looked at. */
  readonly after?: number
  readonly status: number
  /** Of the response, by lower-case name: the value, or a form that it has. */
  readonly headers?: Readonly<Record<string, string | RegExp>>
  readonly lacks?: ReadonlyArray<string>
  /** Of the body: members that it has at least. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The members of the body, all of them. */
  readonly members?: ReadonlyArray<string>
  /** What else holds of the response, with a word for those who read the table. */
  readonly holds?: { readonly says: string; readonly of: (received: Received) => boolean }
}
