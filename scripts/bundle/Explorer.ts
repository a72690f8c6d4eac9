import { basename, isAbsolute, join } from "node:path"
import * as Struct from "effect/Struct"
import type { OutputChunk, Plugin } from "rolldown"
import type { Field } from "../../src/domain/vocabulary/Field.ts"
import { vocabulary } from "../../src/domain/vocabulary/Vocabulary.ts"
import { sha256 } from "../../src/platform/Sha256.ts"
import { packagesOf, renderNotices } from "../ThirdPartyNotices.ts"
import { makeStyles } from "./ExplorerStyles.ts"

/**
 * Bundles `src/explorer` into one classic script, which also runs from a file, one more that only term sheets load, and one
 * style sheet. Their names contain digests, so that browsers can keep them for good. Returns them and the notices by the names
 * of their files. The same sources give the same bytes.
 */
export const makeExplorer = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const styles = makeStyles()
  const script = await bundleScript(root, "src/explorer/main.tsx", [styles.plugin, vocabularyFacts])
  const terms = await bundleScript(root, "src/explorer/terms/Writer.ts", [vocabularyFacts])
  const style = await styles.render(targets)
  return new Map([
    hashed("js", script.code),
    hashed("terms.js", terms.code),
    hashed("css", style),
    ["THIRD-PARTY-NOTICES.md", renderNotices(packagesOf([script, terms].flatMap(modulesOf)))]
  ])
}

/** Bundles twice: only a bundle tells which modules there are to put in order. */
const bundleScript = async (root: string, input: string, plugins: Array<Plugin>): Promise<OutputChunk> => {
  const { moduleIds } = await bundleOnce(root, input, plugins)
  return bundleOnce(root, input, [...plugins, componentsLast(root, join(root, input), moduleIds)])
}

/** Runs the modules without markup first. Gzip looks back 32 kB only, and saves 1,100 bytes more among code of one kind. */
const componentsLast = (root: string, entry: string, moduleIds: ReadonlyArray<string>): Plugin => {
  const plain = moduleIds.filter((id) => isAbsolute(id) && !id.endsWith(".tsx") && id !== entry)
  const rank = (id: string) => ["src/explorer", "src"].findIndex((folder) => id.startsWith(join(root, folder, "/")))
  const kinds = [-1, 1, 0].flatMap((kind) => plain.filter((id) => rank(id) === kind))
  const imports = kinds.map((id) => `import ${JSON.stringify(id)};`).join("")
  return { name: "components-last", transform: (code, id) => (id === entry ? imports + code : undefined) }
}

const bundleOnce = async (root: string, input: string, plugins: Array<Plugin>): Promise<OutputChunk> => {
  const { rolldown } = await import("rolldown")
  const build = await rolldown({
    cwd: root,
    input: join(root, input),
    platform: "browser",
    logLevel: "silent",
    // Every setting is here, so that a tsconfig of an editor changes nothing.
    tsconfig: false,
    plugins,
    // A module of which nothing is used is left out, although it calls functions when it is loaded.
    treeshake: { moduleSideEffects: (id) => id.endsWith(".css"), manualPureFunctions: ["memoizeByIdentity"] },
    transform: {
      target: [...targets],
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      // A kilobyte less than calls of `jsx` with the children among the properties.
      jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
      inject: { h: ["preact", "h"], Fragment: ["preact", "Fragment"] }
    }
  })
  const { output } = await build.generate({
    format: "iife",
    minify: true,
    topLevelVar: true,
    comments: false,
    codeSplitting: false
  })
  await build.close()
  const [script, ...others] = output
  if (others.length > 0) throw new Error(`${input} must be one script, not ${output.length}`)
  return script
}

/** The oldest browsers that the application supports. */
const targets = ["chrome125", "firefox128", "safari17.5"] as const

/**
 * The table of the vocabulary without what schemas and editors need: browsers get what follows from the other facts, and
 * no line of Effect.
 */
export const vocabularyFacts: Plugin = {
  name: "vocabulary-facts",
  load: {
    filter: { id: /\/domain\/vocabulary\/Vocabulary\.ts$/ },
    handler: () => {
      const facts = Object.entries(vocabulary).map(([type, fields]) => [
        type,
        Object.fromEntries(
          Object.entries<Field>(fields).map(([name, field]) => [
            name,
            Struct.omit(field, ["about", "body", "optional", "schema", "since", "skos"])
          ])
        )
      ])
      return `export const vocabulary = ${JSON.stringify(Object.fromEntries(facts))}`
    }
  }
}

/** Names a file after its bytes. */
const hashed = (extension: string, text: string): readonly [string, string] => [
  `explorer-${sha256(text).slice(0, 16)}.${extension}`,
  text
]

// A virtual module of the bundler has a name that begins with a null character.
const modulesOf = ({ moduleIds }: OutputChunk) => moduleIds.filter((id) => !basename(id).startsWith("\0"))
