import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { packagesOf } from "../ThirdPartyNotices.ts"
import { entryFiles } from "./Entries.ts"

/** Writes the JavaScript of the package and returns the folders of the bundled packages. */
export const compileClient = async (folder: string): Promise<ReadonlySet<string>> => {
  const build = await rolldown({
    input: Object.fromEntries(entryFiles.map(({ file, module }) => [file, `${sources}/${module}.ts`])),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    // Only the Effect interface imports Effect: the user's.
    external: [/^effect\//, /^node:/]
  })
  const { output } = await build.write({
    dir: folder,
    // What several entries import is in modules of its own, so that all entries share their classes.
    chunkFileNames: "chunks/[name].js",
    minifyInternalExports: false,
    // Keeps names, for stack traces and for readers of the code that gets their API key. Removes dead code only.
    minify: "dce-only",
    comments: { legal: true, annotation: true, jsdoc: false },
    sourcemap: true,
    sourcemapPathTransform: (source, map) => join(map, "..", source).slice(root.length)
  })
  await build.close()
  return packagesOf(output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])))
}

const root = fileURLToPath(new URL("../../", import.meta.url))
const sources = join(root, "src/client")
