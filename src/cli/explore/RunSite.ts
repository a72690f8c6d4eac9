import { join } from "node:path"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { writeSite } from "../../site/files/WriteSite.ts"
import { renderDraftBody } from "../../site/MakeDraftBody.ts"
import { decideTree } from "../check/CheckReport.ts"
import { commandRefused } from "../CommandRefused.ts"
import { nothingPublished } from "../terminal/Output.ts"
import type { SiteInput } from "./Site.ts"

/** Writes a static site of every release, and of the working tree if that is wanted. */
export const runSite = Effect.fnUntraced(function* (input: SiteInput) {
  const { releases } = input
  const assets = yield* loadExplorerAssets
  const { history } = yield* readLedger(releases)
  if (history.releases.size === 0 && !input.workingTree) return yield* commandRefused(nothingPublished(releases))
  const draft = input.workingTree ? yield* readDraft(input) : undefined
  yield* writeSite(input.out, { assets, releases, history, draft })
  yield* Console.log(describeSite(input, history))
})

const readDraft = Effect.fnUntraced(function* ({ date, releases, src }: SiteInput) {
  const now = Option.getOrElse(date, () => timestampOf(DateTime.nowUnsafe()))
  const tree = yield* readWorkingTree(src)
  const checked = yield* decideTree(tree, { src, releases, now })
  return renderDraftBody({ ...checked, tree, src, now })
})

const describeSite = ({ out, workingTree }: SiteInput, { releases }: ReleaseHistory): string => {
  const content = [
    ...(releases.size === 0 ? [] : [formatCount(releases.size, "release")]),
    ...(workingTree ? ["the working tree"] : [])
  ]
  return `Wrote ${content.join(" and ")} to ${out}. Open ${join(out, "index.html")} in a browser.
The site contains the whole taxonomy. Publish it only where everybody may read that.`
}
