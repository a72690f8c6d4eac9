import * as Effect from "effect/Effect"
import { cacheSuccess } from "../platform/CacheSuccess.ts"
import { sha256 } from "../platform/Sha256.ts"
import type { Asset, ExplorerAssets, ExplorerUnavailable } from "../site/ExplorerAssets.ts"
import { explorerContentSecurityPolicy, renderShell } from "../site/Shell.ts"
import { compressBody } from "./catalog/StoredBody.ts"
import type { ContentEncoding } from "./representation/ContentEncoding.ts"
import { storedRepresentation, type Representation } from "./representation/Representation.ts"
import type { Headers } from "./response/Reply.ts"

/**
 * The Explorer, which anybody can load: it contains nothing of the taxonomy, and reads that like any other client. It is
 * no part of the contract, so its paths can change with any version.
 */
export interface ExplorerPages {
  /** True for the path of the page and every path below it. */
  readonly owns: (path: string) => boolean
  /** Finds what has a path; `undefined` if there is none. */
  readonly find: (path: string, encoding: ContentEncoding) => Effect.Effect<Representation | undefined>
}

export const noExplorer: ExplorerPages = { owns: () => false, find: () => Effect.undefined }

/** The pages below a base path such as `/api/taxonomy`. They are loaded on first use, and once. */
export const makeExplorerPages = (basePath: string, load: Effect.Effect<ExplorerAssets, ExplorerUnavailable>) =>
  Effect.gen(function* () {
    const page = `${basePath}/explore`
    const representations = yield* cacheSuccess(
      load.pipe(
        Effect.flatMap((assets) => makeRepresentations(page, assets)),
        Effect.catch((error) =>
          Effect.as(Effect.logWarning(`${page} is not served. ${error.message}`), new Map<string, Representations>())
        )
      )
    )
    return {
      owns: (path) => path === page || path.startsWith(`${page}/`),
      find: (path, encoding) => Effect.map(representations, (known) => known.get(path)?.(encoding))
    } satisfies ExplorerPages
  })

type Representations = (encoding: ContentEncoding) => Representation

const makeRepresentations = Effect.fnUntraced(function* (page: string, assets: ExplorerAssets) {
  const shell = renderShell(assets, { source: "api", assetsPath: "explore/" })
  const files = yield* Effect.forEach(Object.values(assets), ({ contentType, name, text }: Asset) =>
    Effect.map(
      // The notices have the same name in every version.
      represent(text, contentType, name === assets.notices.name ? { "Cache-Control": "no-cache" } : immutable),
      (made) => [`${page}/${name}`, made] as const
    )
  )
  return new Map<string, Representations>([[page, yield* represent(shell, "text/html", shellHeaders)], ...files])
})

/** The name of the script and of the style sheet is that of their bytes. */
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" }

const shellHeaders = {
  // It names the assets, and has to name those of a newer version at once.
  "Cache-Control": "no-cache",
  "Content-Security-Policy": explorerContentSecurityPolicy
}

const represent = (text: string, contentType: string, headers: Headers) => {
  const bytes = Buffer.from(text)
  return Effect.map(
    compressBody({ bytes, sha256: sha256(bytes) }),
    (body) => (encoding: ContentEncoding) =>
      storedRepresentation(body, encoding, {
        "Content-Type": `${contentType}; charset=utf-8`,
        // No key changes it.
        Vary: "Accept-Encoding",
        ...headers
      })
  )
}
