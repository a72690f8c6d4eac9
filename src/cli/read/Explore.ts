import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { formatVerdict } from "../../report/Summary.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import { followProject } from "../../site/live/LiveData.ts"
import { serveLive } from "../../site/live/LiveServer.ts"
import { checkTree } from "../check/CheckReport.ts"
import { releasesOption, sourcesOption } from "../options/Options.ts"
import { portOption } from "../serve/ServeOptions.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { watchFooter, watchHeading } from "../terminal/Output.ts"

const exploreOptions = {
  port: portOption("0"),
  src: sourcesOption,
  releases: releasesOption
}

type ExploreInput = Command.Command.Config.Infer<typeof exploreOptions>

/** `taxonomy explore`: the working tree and the releases in a browser, up to date after each save. */
export const exploreCommand = Command.make("explore", exploreOptions, (input) => runExplore(input)).pipe(
  Command.withExamples([
    { command: "taxonomy explore", description: "Print an address to open in a browser" },
    { command: "taxonomy explore --port 7000", description: "Use the same address each time" }
  ])
)

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
  const now = timestampOf(yield* DateTime.now)
  // While git checks out a branch, the folder can be missing. The check says which files are.
  const tree = yield* Effect.catchTag(readWorkingTree(src), "SourceFolderNotFound", () => Effect.succeed([]))
  return yield* checkTree(tree, { src, releases, now })
})

const printOutcome = (outcome: string) =>
  Effect.flatMap(watchHeading, (heading) => Console.log(`${heading} ${outcome}`))
