import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { formatVerdict } from "../../report/Summary.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { followProject } from "../../site/live/LiveData.ts"
import { serveLive } from "../../site/live/LiveServer.ts"
import { checkTree } from "../check/CheckReport.ts"
import { makeCommand, type InputOf, folderOptions } from "../options/Options.ts"
import { portOption } from "../serve/ServeOptions.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { watchFooter, watchHeading } from "../terminal/Output.ts"

const exploreOptions = {
  port: portOption("0"),
  ...folderOptions
}

type ExploreInput = InputOf<typeof exploreOptions>

/** `taxonomy explore`: the working tree and the releases in a browser, up to date after each save. */
export const exploreCommand = makeCommand("explore", exploreOptions, {
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
