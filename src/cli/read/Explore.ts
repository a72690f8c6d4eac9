import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { readLedger } from "../../release/Ledger.ts"
import { formatVerdict } from "../../report/Summary.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { writeSite } from "../../site/files/WriteSite.ts"
import { followProject } from "../../site/live/LiveData.ts"
import { serveLive } from "../../site/live/LiveServer.ts"
import { renderDraftBody } from "../../site/MakeDraftBody.ts"
import { checkTree, checkWorkingTree } from "../check/CheckReport.ts"
import { commandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { portOption } from "../serve/ServeOptions.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { nothingPublished } from "../terminal/Output.ts"
import { watchFooter, watchHeading } from "../terminal/Watch.ts"

const exploreOptions = {
  port: portOption("0"),
  ...Options.folderOptions
}

type ExploreInput = Options.InputOf<typeof exploreOptions>

/** `taxonomy explore`: the working tree and the releases in a browser, up to date after each save. */
export const exploreCommand = Options.makeCommand("explore", exploreOptions, {
  "taxonomy explore": "Print an address to open in a browser",
  "taxonomy explore --port 7000": "Use the same address each time"
})(function* (input) {
  yield* runExplore(input)
})

/** Serves the Explorer on this machine until a signal ends it, and prints the outcome of each check. */
const runExplore = Effect.fnUntraced(function* ({ port, releases, src }: ExploreInput) {
  const assets = yield* loadExplorerAssets
  const check = readAndCheck({ releases, src }).pipe(
    Effect.tap(({ report }) => printOutcome(formatVerdict(report).join(" "))),
    Effect.tapError((error) => printOutcome(formatError(error)))
  )
  const { ended, project } = yield* followProject({ src, releases, check })
  const address = yield* serveLive({ port, assets, project })
  yield* Console.log(`Serving the Explorer at ${address}/. ${watchFooter(src)}`)
  yield* ended
}, Effect.scoped)

const readAndCheck = Effect.fnUntraced(function* ({ releases, src }: Pick<ExploreInput, "releases" | "src">) {
  const now = yield* currentTime
  // While git checks out a branch, the folder can be missing. The check says which files are.
  const tree = yield* Effect.catchTag(readWorkingTree(src), "SourceFolderNotFound", () => Effect.succeed([]))
  return yield* checkTree(tree, { src, releases, now })
})

const printOutcome = (outcome: string) =>
  Effect.flatMap(watchHeading, (heading) => Console.log(`${heading} ${outcome}`))

const siteOptions = {
  out: Options.textOption("out", "Folder of the site. One that holds anything but a site is refused").pipe(
    Options.withFolder
  ),
  workingTree: Options.toggleOption(
    "working-tree",
    "Show the working tree too: its changes, and what taxonomy check finds"
  ),
  ...Options.folderOptions,
  date: Options.dateOption("With --working-tree, date of the check")
}

type SiteInput = Options.InputOf<typeof siteOptions>

/**
 * `taxonomy site`: the Explorer as static files. Writes a static site of every release, and of the working tree if that
 * is wanted.
 */
export const siteCommand = Options.makeCommand("site", siteOptions, {
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
