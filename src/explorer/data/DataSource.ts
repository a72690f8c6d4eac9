import type { KnownErrorCode } from "../../client/http/ResponseHeaders.ts"
import type { Items, Releases, TaxonomySchema } from "../../client/model/Model.generated.ts"
import type { JsonReport } from "../../report/formats/Json.ts"

/**
 * The place that the Explorer reads its data from. All methods reject with `DataError`. Results are not cached: `Store`
 * does that.
 */
export interface DataSource {
  readonly releases: () => Promise<Releases>
  readonly items: () => Promise<Items>
  /** The body of a release, such as `1.2.0`, of the API version that serves it, such as `v1`; `null` if none does. */
  readonly schema: (release: string, apiVersion: string | null) => Promise<TaxonomySchema>
  /** Where the body of a release can be downloaded. Absent if a link cannot lead there. */
  readonly schemaAddress?: (release: string) => string
  /** The draft. Absent if the source has none. */
  readonly draft?: () => Promise<DraftBody>
  /** Tells a listener what happens to the data. Absent if the data cannot change. */
  readonly watch?: (listener: (event: DataEvent) => void) => void
  /** The use of an API key. Absent if the source needs no key. */
  readonly keySession?: KeySession
}

/** The draft as `taxonomy explore` and `taxonomy site --working-tree` describe it. */
export interface DraftBody {
  /** What `taxonomy check --format json` prints. */
  readonly report: JsonReport
  /** The outcome in sentences, as the other reports end. */
  readonly verdict: ReadonlyArray<string>
  /** The draft as the body of a release; `null` if the sources cannot be read as a taxonomy. */
  readonly schema: TaxonomySchema | null
  /** The texts of the files that findings name, by path. */
  readonly sources: Readonly<Record<string, string>>
  /** The version of the release that it is compared with. */
  readonly base: string | null
  /** ISO 8601 in UTC. */
  readonly checked_at: string
}

/** The data has changed, or nothing tells any more if it has, or it does so again. */
export type DataEvent = "changed" | "disconnected" | "connected"

/** The API key of the tab. */
export interface KeySession {
  readonly signIn: (key: string) => void
  readonly signOut: () => void
}

/** Why data could not be read: an error code of the service, or a reason of the Explorer's own. */
export interface DataProblem {
  readonly code:
    | KnownErrorCode
    /** The server, or the file, cannot be reached. */
    | "unreachable"
    | "not-found"
    /** The API does not serve releases before 1.0.0. */
    | "not-served"
    /** The data on the disk of `taxonomy explore` cannot be read. */
    | "unreadable"
    /** The data is incomplete, or of another form than this version of the Explorer reads. */
    | "damaged"
    /** Another answer than the contract allows. */
    | "unexpected"
  /** When a limit ends, in Unix milliseconds. */
  readonly retryAt?: number | undefined
  /** Of unreadable data: a sentence with what to do. */
  readonly reason?: string
  /** Of an unexpected answer. */
  readonly status?: number
  readonly requestId?: string | undefined
}

/** True for a problem that another API key can solve. */
export const isKeyProblem = ({ code }: DataProblem): boolean => code.startsWith("key-")

/** A release in the body of `/releases`. */
export type ReleaseEntry = Releases["releases"][number]

/** An exception that a person approved for a release. */
export type WaiverEntry = ReleaseEntry["waivers"][number]

/** An item in the body of `/items`: every item that the taxonomy ever had. */
export type CatalogItem = Items["items"][number]

/** Data could not be read. */
// @effect-diagnostics-next-line extendsNativeError:off
export class DataError extends Error {
  override readonly name = "DataError"
  readonly problem: DataProblem
  constructor(problem: DataProblem) {
    super(problem.code)
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
    throw new DataError({ code: "unreachable" })
  }
}

/** Parses JSON. Rejects with `DataError` if it is damaged. */
export const parseBody = async <A>(text: string): Promise<A> => {
  try {
    return JSON.parse(text)
  } catch {
    throw new DataError({ code: "damaged" })
  }
}

/** The bodies of a source with a file for each, named `releases`, `items`, `v1.2.0` and `draft`. */
export const readFiles = (read: <A>(name: string) => Promise<A>) => ({
  releases: () => read<Releases>("releases"),
  items: () => read<Items>("items"),
  schema: (release: string) => read<TaxonomySchema>(`v${release}`),
  draft: () => read<DraftBody>("draft")
})
