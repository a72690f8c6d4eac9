import { errorCodeOf, requestIdOf, retryAfterOf } from "../../client/http/ResponseHeaders.ts"
import type { Items, Releases, TaxonomySchema } from "../../client/model/Model.generated.ts"
import { DataError, type DataProblem, type DataSource, fetchText, isKeyProblem, parseBody } from "./DataSource.ts"

/** Reads the API at a base address like any client, with the key of the tab. */
export const makeApiSource = (basePath: string, key: KeyStorage): DataSource => {
  /** Why the last key was given up. */
  let refusal: DataProblem | undefined
  const refuse = (apiKey: string, problem: DataProblem): never => {
    // A person may have entered another one since.
    if (isKeyProblem(problem) && key.get() === apiKey) {
      key.clear()
      refusal = problem
    }
    throw new DataError(problem)
  }

  const read = async <A>(path: string, cache: RequestCache): Promise<A> => {
    const apiKey = key.get()
    if (apiKey === undefined) throw new DataError(refusal ?? { code: "key-missing" })
    // No header can contain it, so no server has issued it.
    if (!isHeaderText.test(apiKey)) return refuse(apiKey, { code: "key-malformed" })
    const headers = { Authorization: `Bearer ${apiKey}` }
    const { response, text } = await fetchText(`${basePath}${path}`, { cache, headers })
    if (response.ok) return parseBody(text)
    return refuse(apiKey, toProblem(response, Date.now()))
  }

  let known: string | undefined
  /** Reads a list that every API version has, with the items or releases of all of them. */
  const readList = async <A>(name: string): Promise<A> => {
    for (const version of known === undefined ? candidates : [known]) {
      try {
        // The list of yesterday may be in the cache: the server says if it is still that of today.
        const body = await read<A>(`/${version}/${name}`, "no-cache")
        known = version
        return body
      } catch (error) {
        if (!isMissingVersion(error)) throw error
      }
    }
    throw new DataError({ code: "not-found" })
  }

  let releases: Promise<Releases> | undefined
  return {
    releases: () => (releases = readList<Releases>("releases")),
    items: async () => {
      // Finds the API version once.
      await releases
      return readList<Items>("items")
    },
    schema: (release, apiVersion) =>
      apiVersion === null
        ? Promise.reject(new DataError({ code: "not-served" }))
        : read<TaxonomySchema>(`/${apiVersion}/schema?version=${release}`, "default"),
    keySession: {
      signIn: (apiKey) => {
        refusal = undefined
        key.set(apiKey)
      },
      signOut: () => {
        refusal = undefined
        key.clear()
      }
    }
  }
}

// An API version is served from the first release of its major on, and nothing says which one that is.
const candidates = Array.from({ length: 20 }, (_, index) => `v${index + 1}`)

const isMissingVersion = (error: unknown): boolean =>
  error instanceof DataError && error.problem.code === "version-not-found"

const isHeaderText = /^[\x21-\x7e]+$/

/** Why the API refused a request. `now` in milliseconds, since the response says how long to wait. */
export const toProblem = ({ headers, status }: Pick<Response, "headers" | "status">, now: number): DataProblem => {
  const code = errorCodeOf(headers, status)
  if (code === "limit-exceeded") {
    const seconds = retryAfterOf(headers)
    return { code, retryAt: seconds && now + seconds * 1000 }
  }
  if (code === "version-not-found" || code?.startsWith("key-") === true) return { code }
  // A proxy whose server is gone answers for it.
  if (status >= 502 && status <= 504) return { code: "unreachable" }
  if (status === 404) return { code: "not-found" }
  return { code: "unexpected", status, requestId: requestIdOf(headers, (text) => text) }
}

/** The API key of this tab. */
export interface KeyStorage {
  readonly get: () => string | undefined
  readonly set: (key: string) => void
  readonly clear: () => void
}

/** Keeps the key until the tab is closed; until the page is left if the browser allows no storage. */
export const makeKeyStorage = (): KeyStorage => {
  let inMemory: string | undefined
  return {
    get: () => inMemory ?? tryStorage((storage) => storage.getItem(keyName) ?? undefined),
    set: (key) => {
      inMemory = key
      tryStorage((storage) => storage.setItem(keyName, key))
    },
    clear: () => {
      inMemory = undefined
      tryStorage((storage) => storage.removeItem(keyName))
    }
  }
}

const keyName = "taxonomy-api-key"

const tryStorage = <A>(use: (storage: Storage) => A): A | undefined => {
  try {
    // Even to name it throws if cookies are blocked.
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/**
 * The base address of the API, such as `/api/taxonomy`, by the path of the page, which is `explore` below it. A proxy may
 * have added a path of its own or a slash at the end. Two slashes at the beginning would name another server.
 */
export const basePathOf = (pathname: string): string => pathname.replace(/\/+explore\/*$/, "").replace(/^\/+/, "/")
