import * as Effect from "effect/Effect"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { forEachWithProgress } from "../../platform/Progress.ts"
import { makeSyncReader } from "../../platform/RegularFiles.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import type { ExplorerAssets } from "../ExplorerAssets.ts"
import { renderHistory } from "../HistoryBodies.ts"
import { readSchema } from "../ReleaseSchema.ts"
import { renderShell } from "../Shell.ts"
import { renderDataFile } from "./DataFile.ts"
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
      const read = makeSyncReader()
      yield* forEachWithProgress("Writing releases", [...history.releases.values()], (release) =>
        Effect.flatMap(readSchema(releases, release, read), (json) => writeData(folderOf(release), json))
      )
      if (draft !== undefined) yield* writeData("draft", draft)
      for (const { name, text } of Object.values(assets)) yield* write(`assets/${name}`, text)
      const shell = renderShell(assets, { source: "files", assetsPath: "assets/", hasDraft: draft !== undefined })
      yield* write("index.html", shell)
    })
  )
