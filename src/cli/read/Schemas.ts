import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  readKnownSources,
  collectPublishedFacts,
  noPublishedFacts,
  collectItems,
  withRemovals
} from "../../build/schemas/SchemaItems.ts"
import { workingTreeSchemas } from "../../build/schemas/WorkingTreeSchemas.ts"
import { joinRoot } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printAfterSaves } from "../terminal/Watch.ts"
import { readHistory } from "../Workspace.ts"

const schemasOptions = {
  ...Options.folderOptions,
  out: Options.folderOption("out", "Folder of the schemas", ".taxonomy/schemas"),
  watch: Options.toggleOption("watch", "Write the schemas again after each save, until interrupted")
}

type SchemasInput = Options.InputOf<typeof schemasOptions>

/**
 * `taxonomy schemas`: JSON Schemas of the sources with which text editors complete and verify codes. Writes the schemas
 * of the sources, with `--watch` after each save.
 */
export const schemasCommand = Options.makeCommand("schemas", schemasOptions, {
  "taxonomy schemas": "Write the schemas to .taxonomy/schemas",
  "taxonomy schemas --watch": "Write them again after each save"
})(function* (input) {
  if (!input.watch) return yield* Effect.flatMap(writeSchemas(input), Console.log)
  yield* printAfterSaves(input.src, writeSchemas(input))
})

/** Writes the schemas that differ, since text editors read them again, and returns what was done. */
const writeSchemas = Effect.fnUntraced(function* ({ out, releases, src }: SchemasInput) {
  const fs = yield* FileSystem.FileSystem
  const memory = join(out, "sources.json")
  const read = (file: string) => Effect.option(fs.readFileString(file))
  const tree = yield* readWorkingTree(src)
  const { files, unreadable } = readKnownSources(tree, parseMemory(yield* read(memory)))
  // A ledger that cannot be read takes nothing from the sources.
  const published = yield* readPublished(releases).pipe(Effect.orElseSucceed(() => noPublishedFacts))
  const schemas = workingTreeSchemas(withRemovals(collectItems(files), published.removals), published.names)
  yield* fs.makeDirectory(out, { recursive: true })
  const replace = Effect.fnUntraced(function* (file: string, text: string) {
    if (Option.contains(yield* read(file), text)) return false
    const temporary = `${file}.${process.pid}`
    yield* fs.writeFileString(temporary, text)
    yield* fs.rename(temporary, file)
    return true
  })
  yield* replace(memory, jsonLine(Object.fromEntries(files)))
  const written = yield* Effect.forEach(schemas, ({ name, schema }) =>
    replace(join(out, `${name}.schema.json`), jsonLine(schema))
  )
  const count = written.filter(Boolean).length
  return [
    count === 0 ? `The schemas in ${out} are up to date.` : `Wrote ${count} of ${schemas.length} schemas to ${out}.`,
    ...unreadable.map(
      (path) => `${joinRoot(src, path)} has a mistake. The schemas keep what was last read of it: run taxonomy check.`
    )
  ].join("\n")
})

const readPublished = Effect.fnUntraced(function* (releases: string) {
  const history = yield* readHistory(releases)
  return collectPublishedFacts(history, yield* currentTime)
})

const decodeMemory = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** What an earlier run read, by path; empty if there was none. */
const parseMemory = (text: Option.Option<string>): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(Option.getOrElse(Option.flatMap(text, decodeMemory), () => ({}))))
