import type { ItemsBody } from "../../api/bodies/ItemsBody.ts"
import type { ReleasesBody } from "../../api/bodies/ReleasesBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { DataError } from "./DataError.ts"
import { isKeyProblem, type DataProblem, type DataSource, type KeyProblem } from "./DataSource.ts"
import { fetchText } from "./FetchText.ts"
import type { KeyStorage } from "./KeyStorage.ts"
import { parseBody } from "./ParseBody.ts"
import { toProblem } from "./ResponseProblem.ts"

/** Reads the API at a base address like any client, with the key of the tab. */
export const makeApiSource = (basePath: string, key: KeyStorage): DataSource => {
  /** Why the last key was given up. */
  let refusal: KeyProblem | undefined
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
    if (apiKey === undefined) throw new DataError(refusal ?? { _tag: "KeyMissing" })
    // No header can contain it, so no server has issued it.
    if (!isHeaderText.test(apiKey)) return refuse(apiKey, { _tag: "KeyInvalid" })
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
    throw new DataError({ _tag: "NotFound" })
  }

  let releases: Promise<ReleasesBody> | undefined
  return {
    releases: () => (releases = readList<ReleasesBody>("releases")),
    items: async () => {
      // Finds the API version once.
      await releases
      return readList<ItemsBody>("items")
    },
    schema: (release, apiVersion) =>
      apiVersion === null
        ? Promise.reject(new DataError({ _tag: "NotServed" }))
        : read<SchemaBody>(`/${apiVersion}/schema?version=${release}`, "default"),
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
  error instanceof DataError && error.problem._tag === "VersionNotFound"

const isHeaderText = /^[\x21-\x7e]+$/
