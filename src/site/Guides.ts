import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { findRoot } from "./ExplorerAssets.ts"

/** The guides for developers who call the API, as pages. */
export const GuidePages = Schema.Array(
  Schema.Struct({
    /** The last segment of its path. */
    name: Schema.String,
    title: Schema.String,
    html: Schema.String
  })
)

export interface Guides {
  /** In the order in which they are listed. */
  readonly pages: typeof GuidePages.Type
  /** The JavaScript client, as `npm pack` names and packs it. */
  readonly clientPackage?: { readonly name: string; readonly bytes: Uint8Array } | undefined
}

export const noGuides: Guides = { pages: [] }

/** The file of the pages, beside the client. */
export const guidesFile = "guides.json"

class GuidesUnavailable extends Schema.TaggedError<GuidesUnavailable>()("GuidesUnavailable", {
  folder: Schema.String
}) {
  override get message() {
    return `${this.folder} is damaged or missing. Run npm run bundle, or install the program again.`
  }
}

/** Loads the guides as `npm ci` rendered them. */
export const loadGuides = Effect.suspend(() => loadGuidesOf(findRoot(import.meta.dirname)))

/** Loads the guides of a checkout or of an installed package. */
export const loadGuidesOf = Effect.fn("loadGuides")((root: string) => {
  const folder = join(root, "dist/guides")
  return Effect.try({ try: () => readGuides(folder), catch: () => new GuidesUnavailable({ folder }) })
})

const readGuides = (folder: string): Guides => {
  const pages = decodePages(readFileSync(join(folder, guidesFile), "utf8"))
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"))
  return { pages, clientPackage: name === undefined ? undefined : { name, bytes: readFileSync(join(folder, name)) } }
}

const decodePages = Schema.decodeUnknownSync(Schema.fromJsonString(GuidePages))
