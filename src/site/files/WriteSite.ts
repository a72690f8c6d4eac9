import * as Effect from "effect/Effect"
import { releasesFeed } from "../../api/projections/FeedProjection.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { forEachWithProgress } from "../../platform/Progress.ts"
import { makeSyncReader } from "../../platform/RegularFiles.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { renderTermSheets } from "../../terms/TermSheetFiles.ts"
import type { ExplorerAssets } from "../ExplorerAssets.ts"
import { renderHistory } from "../HistoryBodies.ts"
import { readSchema } from "../ReleaseSchema.ts"
import { renderShell } from "../Shell.ts"
import { replaceSite } from "./SiteFolder.ts"

export interface SiteContent {
  readonly assets: ExplorerAssets
  readonly releases: string
  readonly history: ReleaseHistory
  /** The body of the working tree as JSON, if the site shows it. */
  readonly draft: string | undefined
}

/** Writes a static site that shows every release. The same content gives the same bytes. */
export const writeSite = (folder: string, { assets, draft, history, releases }: SiteContent) =>
  replaceSite(folder, (write) =>
    Effect.gen(function* () {
      const writeData = (name: string, json: string) => write(`data/${name}.js`, renderDataFile(name, json))
      const { items, releases: list } = renderHistory(history)
      yield* writeData("releases", list)
      yield* writeData("items", items)
      const page = (version: string) => `index.html#/v${version}/releases`
      const newest = newestOf(history)?.version ?? ""
      const release = ({ version }: PublishedRelease) => page(version)
      yield* write("releases.atom", releasesFeed(history, { self: "releases.atom", releases: page(newest), release }))
      const read = makeSyncReader()
      yield* forEachWithProgress("Writing releases", [...history.releases.values()], (release) =>
        Effect.flatMap(readSchema(releases, release, read), (json) => writeData(folderOf(release), json))
      )
      if (draft !== undefined) yield* writeData("draft", draft)
      for (const [path, content] of renderTermSheets(history)) yield* write(path, content)
      for (const { name, text } of Object.values(assets)) yield* write(`assets/${name}`, text)
      const shell = renderShell(assets, { source: "files", assetsPath: "assets/", hasDraft: draft !== undefined })
      yield* write("index.html", shell)
    })
  )

/**
 * Renders JSON as a script that passes it to the application, since browsers do not let a page that was opened from a
 * disk read other files. It is passed as text, which browsers parse faster than a literal of the same data.
 */
export const renderDataFile = (name: string, json: string): string =>
  `explorerData("${name}", '${json.replaceAll(special, (character) => escapes[character] ?? "")}')\n`

// Single quotes leave those of the JSON as they are.
const special = /[\\'\n\r\u2028\u2029]/gu

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029"
}
