import { checkReportOf } from "../draft/Findings.ts"
import { type Catalog, makeCatalog } from "../model/Catalog.ts"
import { type ShownRelease, toRelease } from "../model/Release.ts"
import { draft, latest, type ReleaseName } from "../routing/Route.ts"
import { DataError, type DataEvent, type DataSource, isKeyProblem } from "./DataSource.ts"

/** What the views read: each part is read once, until it changes. All methods reject with `DataError`. */
export interface DataStore extends Pick<DataSource, "draft" | "keySession" | "schemaAddress"> {
  readonly catalog: () => Promise<Catalog>
  /** A release by its name in addresses. The draft rejects with `NotFound` if its sources cannot be read. */
  readonly release: (name: ReleaseName) => Promise<ShownRelease>
  /** Tells a listener what happens to the data. Returns the function that ends this. */
  readonly subscribe: (listener: (event: DataEvent) => void) => () => void
}

export const makeStore = (source: DataSource): DataStore => {
  const { draft: readDraft, keySession, schemaAddress } = source
  const listeners = new Set<(event: DataEvent) => void>()
  const catalog = remember(async () => {
    try {
      const [releases, items] = await Promise.all([source.releases(), source.items()])
      return makeCatalog(releases, items)
    } catch (error) {
      // What was read with a key stays with nobody once the key is refused.
      if (isKeyRefusal(error)) published.clear()
      throw error
    }
  })
  const draftBody = readDraft === undefined ? undefined : remember(readDraft)
  const draftRelease = remember(async () => {
    const body = await draftBody?.get()
    if (body === undefined || body.schema === null) throw new DataError({ code: "not-found" })
    const { base, checked_at, schema } = body
    const due = (checkReportOf(body)?.coming_due ?? []).flatMap((each) =>
      each.kind === "removal"
        ? [[each.item, { ...each, version: each.earliest_version, date: each.earliest_date }] as const]
        : []
    )
    const release = { ...toRelease(schema, true), publishedAt: checked_at, due: new Map(due) }
    return base === null ? release : { ...release, draftBase: base }
  })
  const published = new Map<string, Remembered<ShownRelease>>()

  const loadPublished = async (name: ReleaseName): Promise<ShownRelease> => {
    const { latest: newest, releaseOf } = await catalog.get()
    // Before the first release, the draft is all there is.
    if (name === latest && newest === undefined) return draftRelease.get()
    const entry = name === latest ? newest : releaseOf.get(name)
    if (entry === undefined) throw new DataError({ code: "not-found" })
    const { api_version, release } = entry
    const known = published.get(release) ?? remember(async () => toRelease(await source.schema(release, api_version)))
    published.set(release, known)
    return known.get().catch((error: unknown) => {
      // All of it is gone then, and the first page asks for another key.
      if (isKeyRefusal(error) && published.get(release) === known) startAgain()
      throw error
    })
  }

  const startAgain = (): void => {
    published.clear()
    tell("changed")
  }

  const tell = (event: DataEvent): void => {
    // A published release never changes.
    if (event === "changed") for (const part of [catalog, draftBody, draftRelease]) part?.forget()
    for (const listener of listeners) listener(event)
  }
  source.watch?.(tell)

  return {
    catalog: catalog.get,
    release: (name) => (name === draft ? draftRelease.get() : loadPublished(name)),
    ...(schemaAddress === undefined ? {} : { schemaAddress }),
    ...(draftBody === undefined ? {} : { draft: draftBody.get }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...(keySession === undefined
      ? {}
      : {
          keySession: {
            signIn: (key) => {
              keySession.signIn(key)
              startAgain()
            },
            signOut: () => {
              keySession.signOut()
              startAgain()
            }
          }
        })
  }
}

const isKeyRefusal = (error: unknown): boolean => error instanceof DataError && isKeyProblem(error.problem)

/** A result that is loaded at first use, and again after a failure or `forget`. */
interface Remembered<A> {
  readonly get: () => Promise<A>
  readonly forget: () => void
}

export const remember = <A>(load: () => Promise<A>): Remembered<A> => {
  let current: Promise<A> | undefined
  return {
    get: () => {
      if (current !== undefined) return current
      const loading = load()
      current = loading
      loading.catch(() => {
        // A newer one may have taken its place.
        if (current === loading) current = undefined
      })
      return loading
    },
    forget: () => {
      current = undefined
    }
  }
}
