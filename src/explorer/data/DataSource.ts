import type { ItemsBody } from "../../api/bodies/ItemsBody.ts"
import type { ReleasesBody } from "../../api/bodies/ReleasesBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import type { DraftBody } from "./DraftBody.ts"

/**
 * The place that the Explorer reads its data from. All methods reject with `DataError`. Results are not cached: `Store`
 * does that.
 */
export interface DataSource {
  readonly releases: () => Promise<ReleasesBody>
  readonly items: () => Promise<ItemsBody>
  /** The body of a release, such as `1.2.0`, of the API version that serves it, such as `v1`; `null` if none does. */
  readonly schema: (release: string, apiVersion: string | null) => Promise<SchemaBody>
  /** Where the body of a release can be downloaded. Absent if a link cannot lead there. */
  readonly schemaAddress?: (release: string) => string
  /** The working tree. Absent if the source has none. */
  readonly draft?: () => Promise<DraftBody>
  /** Tells a listener what happens to the data. Absent if the data cannot change. */
  readonly watch?: (listener: (event: DataEvent) => void) => void
  /** The use of an API key. Absent if the source needs no key. */
  readonly keySession?: KeySession
}

/** The data has changed, or nothing tells any more if it has, or it does so again. */
export type DataEvent = "changed" | "disconnected" | "connected"

/** The API key of the tab. */
export interface KeySession {
  readonly signIn: (key: string) => void
  readonly signOut: () => void
}

/** Why data could not be read. */
export type DataProblem =
  | { readonly _tag: "KeyMissing" }
  | { readonly _tag: "KeyInvalid" }
  | { readonly _tag: "KeyRevoked" }
  | { readonly _tag: "KeyExpired" }
  /** `retryAt` in Unix milliseconds. */
  | { readonly _tag: "LimitExceeded"; readonly retryAt: number | undefined }
  /** The server, or the file, cannot be reached. */
  | { readonly _tag: "Unreachable" }
  | { readonly _tag: "NotFound" }
  /** The API does not serve releases before 1.0.0. */
  | { readonly _tag: "NotServed" }
  /** The API has no such version. */
  | { readonly _tag: "VersionNotFound" }
  /** The data on the disk of `taxonomy explore` cannot be read. The reason is a sentence with what to do. */
  | { readonly _tag: "Unreadable"; readonly reason: string }
  /** The data is incomplete, or of another form than this version of the Explorer reads. */
  | { readonly _tag: "Damaged" }
  /** Another answer than the contract allows. */
  | { readonly _tag: "Unexpected"; readonly status: number; readonly requestId: string | undefined }

/** A problem that another API key can solve. */
export type KeyProblem = Extract<DataProblem, { readonly _tag: `Key${string}` }>

export const isKeyProblem = (problem: DataProblem): problem is KeyProblem => problem._tag.startsWith("Key")

/** A release in the body of `/releases`. */
export type ReleaseEntry = ReleasesBody["releases"][number]

/** An exception that a person approved for a release. */
export type WaiverEntry = ReleaseEntry["waivers"][number]

/** An item in the body of `/items`: every item that the taxonomy ever had. */
export type CatalogItem = ItemsBody["items"][number]

/** Data could not be read. */
export class DataError extends Error {
  override readonly name = "DataError"
  readonly problem: DataProblem
  constructor(problem: DataProblem) {
    super(problem._tag)
    this.problem = problem
  }
}

/** Fetches a text, whatever its status. Rejects with `DataError` if the connection fails before the text is complete. */
export const fetchText = async (
  address: string,
  init: RequestInit = {}
): Promise<{ readonly response: Response; readonly text: string }> => {
  try {
    const response = await fetch(address, init)
    return { response, text: await response.text() }
  } catch {
    throw new DataError({ _tag: "Unreachable" })
  }
}

/** Parses JSON. Rejects with `DataError` if it is damaged. */
export const parseBody = async <A>(text: string): Promise<A> => {
  try {
    return JSON.parse(text)
  } catch {
    throw new DataError({ _tag: "Damaged" })
  }
}
