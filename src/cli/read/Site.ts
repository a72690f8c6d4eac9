import { join } from "node:path"
import * as Console from "effect/Console"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { readLedger } from "../../release/Ledger.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { writeSite } from "../../site/files/WriteSite.ts"
import { renderDraftBody } from "../../site/MakeDraftBody.ts"
import { checkWorkingTree } from "../check/CheckReport.ts"
import { commandRefused } from "../CommandRefused.ts"
import { textOption, toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, withFolder, makeCommand, type InputOf, folderOptions } from "../options/Options.ts"
import { nothingPublished } from "../terminal/Output.ts"

const siteOptions = {
  out: textOption("out", "Folder of the site. One that holds anything but a site is refused").pipe(withFolder),
  workingTree: toggleOption("working-tree", "Show the working tree too: its changes, and what taxonomy check finds"),
  ...folderOptions,
  date: dateOption("With --working-tree, date of the check")
}

type SiteInput = InputOf<typeof siteOptions>

/**
 * `taxonomy site`: the Explorer as static files. Writes a static site of every release, and of the working tree if that
 * is wanted.
 */
export const siteCommand = makeCommand("site", siteOptions, {
  "taxonomy site --out site": "Write the site, then open site/index.html",
  "taxonomy site --out site --working-tree": "Show the working tree against the newest release"
})(function* (input) {
  const { releases } = input
  const assets = yield* loadExplorerAssets
  const { history } = yield* readLedger(releases)
  if (history.releases.size === 0 && !input.workingTree) return yield* commandRefused(nothingPublished(releases))
  const draft = input.workingTree
    ? renderDraftBody(yield* checkWorkingTree({ src: input.src, releases, now: yield* input.date }))
    : undefined
  yield* writeSite(input.out, { assets, releases, history, draft })
  yield* Console.log(describeSite(input, history))
})

const describeSite = ({ out, workingTree }: SiteInput, { releases }: ReleaseHistory): string => {
  const content = [
    ...(releases.size === 0 ? [] : [formatCount(releases.size, "release")]),
    ...(workingTree ? ["the working tree"] : [])
  ]
  return `Wrote ${content.join(" and ")} to ${out}. Open ${join(out, "index.html")} in a browser.
The site contains the whole taxonomy. Publish it only where everybody may read that.`
}
