import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { formatVerdict } from "../../report/Summary.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { followProject } from "../../site/live/LiveData.ts"
import { serveLive } from "../../site/live/LiveServer.ts"
import { decideTree } from "../check/CheckReport.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { watchFooter, watchHeading } from "../terminal/WatchLines.ts"
import type { ExploreInput } from "./Explore.ts"

/** Serves the Explorer on this machine until a signal ends it, and prints the outcome of each check. */
export const runExplore = Effect.fnUntraced(function* ({ port, releases, src }: ExploreInput) {
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
  const now = timestampOf(yield* DateTime.now)
  // While git checks out a branch, the folder can be missing. The check says which files are.
  const tree = yield* Effect.catchTag(readWorkingTree(src), "SourceFolderNotFound", () => Effect.succeed([]))
  const checked = yield* decideTree(tree, { src, releases, now })
  return { ...checked, tree, src, now }
})

const printOutcome = (outcome: string) =>
  Effect.flatMap(watchHeading, (heading) => Console.log(`${heading} ${outcome}`))
