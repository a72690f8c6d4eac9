import * as Console from "effect/Console"
import { isNotes, joinRoot, type SourceEntry } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { writeSources, type SourceWrite } from "../../build/sources/WriteSources.ts"
import { formatSource } from "../../edit/format/FormatSource.ts"
import { decodeUtf8 } from "../../platform/DecodeUtf8.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import * as Options from "../options/Options.ts"
import { RunFailed } from "../terminal/Output.ts"

const formatOptions = {
  src: Options.sourcesOption,
  check: Options.toggleOption("check", "List the files that are not formatted, without writing anything")
}

/**
 * `taxonomy format`: one way of writing for all sources. Formats the sources, or lists those that are not formatted.
 * Fails if a source cannot be formatted.
 */
export const formatCommand = Options.makeCommand("format", formatOptions, {
  "taxonomy format": "Format all sources",
  "taxonomy format --check": "Fail if a source is not formatted"
})(function* ({ check, src }) {
  // Notes are Markdown, whose line breaks and spaces are the writer's.
  const tree = (yield* readWorkingTree(src)).filter(({ _tag, path }) => _tag !== "NearSource" && !isNotes(path))
  const formatted = tree.map((entry) => formatEntry(entry))
  const writes = formatted.filter((result) => typeof result === "object")
  const unreadable = tree.filter((_, index) => formatted[index] === "unreadable")
  if (!check) yield* writeSources(src, tree, writes)
  const verb = check ? "Not formatted: " : "Formatted "
  for (const { path } of writes) yield* Console.log(`${verb}${joinRoot(src, path)}`)
  for (const { path } of unreadable) {
    yield* Console.error(`${joinRoot(src, path)} cannot be formatted. Run taxonomy check, and correct it first.`)
  }
  if (writes.length === 0 && unreadable.length === 0) yield* Console.log(`All ${tree.length} sources are formatted.`)
  if (unreadable.length > 0 || (check && writes.length > 0)) {
    return yield* new RunFailed({ exitCode: ExitCode.findings })
  }
})

const formatEntry = (entry: SourceEntry): SourceWrite | "formatted" | "unreadable" => {
  const text = entry._tag === "File" ? decodeUtf8(entry.bytes) : undefined
  const formatted = text === undefined ? undefined : formatSource(text)
  if (formatted === undefined) return "unreadable"
  return formatted === text ? "formatted" : { path: entry.path, text: formatted }
}
