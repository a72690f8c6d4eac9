import * as Effect from "effect/Effect"
import { cacheSuccess } from "../platform/CacheSuccess.ts"
import type { ExplorerAssets, ExplorerUnavailable } from "../site/ExplorerAssets.ts"
import { explorerContentSecurityPolicy, renderShell } from "../site/Shell.ts"
import type { Shelf } from "./bodies/BodyCache.ts"
import type { Unservable } from "./bodies/ReleaseSource.ts"
import { storeText, type StoredBody } from "./bodies/StoredBody.ts"
import { represent } from "./content/Lookup.ts"
import type { ContentEncoding } from "./response/ContentEncoding.ts"
import type { Headers } from "./response/Reply.ts"
import type { Representation } from "./response/Representation.ts"

/**
 * Finds what the Explorer has at a path, `undefined` if nothing. Anybody can load the Explorer: it contains nothing of the
 * taxonomy, and reads that like any other client. It is no part of the contract, so its paths can change with any version.
 */
export type ExplorerPages = (path: string, encoding: ContentEncoding) => Effect.Effect<Representation | undefined>

/** The pages below a base path such as `/api/taxonomy`. They are loaded on first use. */
export const makeExplorerPages = Effect.fnUntraced(function* (
  basePath: string,
  load: Effect.Effect<ExplorerAssets, ExplorerUnavailable>,
  made: Shelf<StoredBody, Unservable>
) {
  const page = `${basePath}/explore`
  const files = yield* cacheSuccess(
    load.pipe(
      Effect.map((assets) => filesOf(page, assets)),
      Effect.catch((error) =>
        Effect.as(Effect.logWarning(`${page} is not served. ${error.message}`), new Map<string, PageFile>())
      )
    )
  )
  const find: ExplorerPages = (path, encoding) => {
    if (path !== page && !path.startsWith(`${page}/`)) return Effect.undefined
    return Effect.flatMap(files, (known) => {
      const file = known.get(path)
      if (file === undefined) return Effect.undefined
      const body = Effect.orDie(made.load(`explorer ${path}`, storeText(file.text, file.headers)))
      return Effect.map(body, (stored) => represent(known, stored, encoding, () => file.headers))
    })
  }
  return find
})

interface PageFile {
  readonly text: string
  readonly headers: Headers
}

const filesOf = (page: string, assets: ExplorerAssets): ReadonlyMap<string, PageFile> => {
  const file = (contentType: string, text: string, headers: Headers): PageFile => ({
    text,
    // No key changes it.
    headers: { "Content-Type": `${contentType}; charset=utf-8`, Vary: "Accept-Encoding", ...headers }
  })
  const shell = file("text/html", renderShell(assets, { source: "api", assetsPath: "explore/" }), {
    // It names the assets, and has to name those of a newer version at once.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": explorerContentSecurityPolicy
  })
  const others = Object.values(assets).map(({ contentType, name, text }) => {
    // The notices have the same name in every version.
    const headers = name === assets.notices.name ? { "Cache-Control": "no-cache" } : immutable
    return [`${page}/${name}`, file(contentType, text, headers)] as const
  })
  return new Map([[page, shell], ...others])
}

/** The name of the script and of the style sheet is that of their bytes. */
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" }
