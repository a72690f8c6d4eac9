import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isNewest } from "../../bin/launch.js"
import type { makeExplorer } from "../../scripts/bundle/Explorer.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A file of the application. Its name contains a digest of its bytes, unless it is the notices. */
export interface Asset {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

/** The application that runs in browsers. */
export interface ExplorerAssets {
  readonly script: Asset
  /** The script of term sheets, which only their page loads. */
  readonly terms: Asset
  readonly style: Asset
  /** The licenses of the packages that the script contains. */
  readonly notices: Asset
}

/** The application is neither bundled nor can it be. */
export class ExplorerUnavailable extends Schema.TaggedError<ExplorerUnavailable>()("ExplorerUnavailable", {
  reason: Schema.String
}) {
  override get message() {
    return `The application for browsers cannot be loaded. ${this.reason}`
  }
}

/**
 * Loads the application as `npm ci` bundled it. If a source is newer, or there is no bundle, it is bundled in memory.
 */
export const loadExplorerAssets = Effect.suspend(() => loadExplorerAssetsOf(findRoot(import.meta.dirname)))

/** The folder of the program, whether its sources run or a bundle of them: the nearest one above with its launchers. */
export const findRoot = (folder: string): string => {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, "bin/launch.js")) ? folder : findRoot(above)
}

/** Loads the application of a checkout or of an installed package. */
export const loadExplorerAssetsOf = Effect.fn("loadExplorerAssets")(function* (root: string) {
  const folder = join(root, "dist/explorer")
  const bundled = readBundle(folder)
  if (bundled !== undefined && isNewest(folder, root)) return bundled
  const maker = join(root, "scripts/bundle/Explorer.ts")
  if (!existsSync(maker)) {
    return yield* new ExplorerUnavailable({ reason: `${folder} is damaged or missing. Install the program again.` })
  }
  return yield* Effect.tryPromise({ try: () => bundle(root, maker), catch: toBundlingError }).pipe(
    Effect.catch(({ isBundlerMissing, message }) => {
      if (!isBundlerMissing) return new ExplorerUnavailable({ reason: `It cannot be bundled: ${message}` })
      // Without the bundler, a bundle of other sources is all there is.
      return bundled === undefined ? new ExplorerUnavailable({ reason: noBundler }) : Effect.succeed(bundled)
    })
  )
})

const noBundler = "dist/explorer is missing, and so is the bundler. Run npm ci without --omit=dev."

const bundle = async (root: string, maker: string): Promise<ExplorerAssets> => {
  const module: { readonly makeExplorer: typeof makeExplorer } = await import(pathToFileURL(maker).href)
  return toAssets([...(await module.makeExplorer(root))])
}

/** Reads a bundle; `undefined` if a file of it is missing, or is not the one that its name says. */
const readBundle = (folder: string): ExplorerAssets | undefined => {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith("explorer-") || name === noticesFile)
    const files = names.map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
    return files.every(isIntact) ? toAssets(files) : undefined
  } catch {
    return undefined
  }
}

type NamedText = readonly [name: string, text: string]

const noticesFile = "THIRD-PARTY-NOTICES.md"

const isIntact = ([name, text]: NamedText): boolean =>
  name === noticesFile || name.startsWith(`explorer-${sha256(text).slice(0, 16)}.`)

const toAssets = (files: ReadonlyArray<NamedText>): ExplorerAssets => {
  const endingIn = (end: string, contentType: string): Asset => {
    const file = files.find(([name]) => name === end || name.replace(/^explorer-[^.]*/, "") === end)
    if (file === undefined) throw new Error(`The bundle has no file that ends in ${end}`)
    const [name, text] = file
    return { name, contentType, text }
  }
  return {
    script: endingIn(".js", "text/javascript"),
    terms: endingIn(".terms.js", "text/javascript"),
    style: endingIn(".css", "text/css"),
    notices: endingIn(noticesFile, "text/markdown")
  }
}

const toBundlingError = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  isBundlerMissing: error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
})
