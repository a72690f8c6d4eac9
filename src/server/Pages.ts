import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { guideContentSecurityPolicy } from "../api/docs/DocsStyle.ts"
import type { OpenApiOptions } from "../api/openapi/OpenApi.ts"
import { cacheSuccess } from "../platform/CacheSuccess.ts"
import { sha256 } from "../platform/Sha256.ts"
import type { ExplorerAssets } from "../site/ExplorerAssets.ts"
import type { Guides } from "../site/Guides.ts"
import { explorerContentSecurityPolicy, renderShell } from "../site/Shell.ts"
import { storeText } from "./bodies/StoredBody.ts"
import { represent, type ContentSources } from "./content/Lookup.ts"
import type { Headers } from "./response/Reply.ts"
import { tagged, type ContentEncoding, type Representation } from "./response/Representation.ts"

/**
 * Finds the page or file at a path beside the contract, `undefined` if nothing. Anybody can load them: they contain nothing
 * of the taxonomy that is served. Their paths can change with any version.
 */
export type Pages = (path: string, encoding: ContentEncoding) => Effect.Effect<Representation | undefined>

/** The pages below a base path such as `/api/taxonomy`, and two files at the root of the host, loaded on first use. */
export const makePages = Effect.fnUntraced(function* (
  { guides, interface: facts, made }: Pick<ContentSources, "guides" | "interface" | "made">,
  explorer?: Effect.Effect<ExplorerAssets, { readonly message: string }>
) {
  const [page, docs] = [`${facts.basePath}/explore`, `${facts.basePath}/docs`]
  const none: ReadonlyMap<string, PageFile> = new Map()
  const loadExplorer =
    explorer === undefined ? Effect.succeed(none) : Effect.map(explorer, (assets) => filesOf(page, assets))
  const explorerFiles = yield* loadOnce(loadExplorer, none, `${page} is not served.`)
  const guideFiles = yield* Effect.cached(
    Effect.flatMap(guides, (loaded) =>
      Effect.promise(async () => {
        const { llmsText } = await import("../api/docs/LlmsText.ts")
        const text = llmsText(facts, { guides: loaded.pages })
        return filesOfGuides(docs, loaded).set("/llms.txt", pageFile("text/markdown; charset=utf-8", text, perDay))
      })
    )
  )
  const find: Pages = (path, encoding) => {
    if (path === "/.well-known/security.txt") return findSecurityFile(facts)
    const isGuide = path === "/llms.txt" || path.startsWith(`${docs}/`)
    if (!isGuide && path !== page && !path.startsWith(`${page}/`)) return Effect.undefined
    return Effect.flatMap(isGuide ? guideFiles : explorerFiles, (files: ReadonlyMap<string, PageFile>) => {
      const file = files.get(path)
      if (file === undefined) return Effect.undefined
      const { content, headers } = file
      return Effect.map(Effect.orDie(made.load(`page ${path}`, storeText(content))), (stored) =>
        // What is no text is compressed already.
        represent(files, stored, typeof content === "string" ? encoding : "identity", () => headers)
      )
    })
  }
  return find
})

/** Loads something on first use, and once. If it cannot be loaded, the log says so, and `none` takes its place. */
export const loadOnce = <A>(load: Effect.Effect<A, { readonly message: string }>, none: A, consequence: string) =>
  cacheSuccess(Effect.catch(load, ({ message }) => Effect.as(Effect.logWarning(`${consequence} ${message}`), none)))

interface PageFile {
  readonly content: string | Uint8Array
  readonly headers: Headers
}

const pageFile = (contentType: string, content: PageFile["content"], headers: Headers): PageFile => ({
  content,
  // No key changes it.
  headers: { "Content-Type": contentType, Vary: "Accept-Encoding", ...headers }
})

const filesOf = (page: string, assets: ExplorerAssets): ReadonlyMap<string, PageFile> => {
  const shell = pageFile(htmlType, renderShell(assets, { source: "api", assetsPath: "explore/" }), {
    // It names the assets, and has to name those of a newer version at once.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": explorerContentSecurityPolicy
  })
  const others = Object.values(assets).map(({ contentType, name, text }) => {
    // The notices have the same name in every version.
    const headers = name === assets.notices.name ? { "Cache-Control": "no-cache" } : immutable
    return [`${page}/${name}`, pageFile(`${contentType}; charset=utf-8`, text, headers)] as const
  })
  return new Map([[page, shell], ...others])
}

const filesOfGuides = (docs: string, { clientPackage, pages }: Guides): Map<string, PageFile> => {
  const policy = { "Cache-Control": "no-cache", "Content-Security-Policy": guideContentSecurityPolicy }
  const files = new Map(pages.map(({ html, name }) => [`${docs}/${name}`, pageFile(htmlType, html, policy)]))
  return clientPackage === undefined
    ? files
    : files.set(`${docs}/${clientPackage.name}`, pageFile("application/gzip", clientPackage.bytes, policy))
}

/** Where to report a weakness (RFC 9116). It says for half a year that it is current, from today on. */
const findSecurityFile = ({ operatorEmail, securityEmail = operatorEmail }: OpenApiOptions) =>
  Effect.map(DateTime.now, (now) => {
    if (securityEmail === undefined) return undefined
    const expires = DateTime.formatIso(DateTime.add(DateTime.startOf(now, "day"), { days: 182 }))
    const { content, headers } = pageFile(
      "text/plain; charset=utf-8",
      `Contact: mailto:${securityEmail}\nExpires: ${expires}\n`,
      perDay
    )
    return tagged(`"${sha256(content)}"`, headers, content)
  })

const perDay = { "Cache-Control": "public, max-age=86400" }

const htmlType = "text/html; charset=utf-8"

/** The name of the script and of the style sheet is that of their bytes. */
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" }
