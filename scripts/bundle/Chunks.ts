import { join } from "node:path"
import type { ChunkingContext, CodeSplittingGroup } from "rolldown"

/**
 * Groups what every start of a program needs, the declarations of the commands, what documents the checks, and what
 * `taxonomy check` needs besides, into one chunk each. The bundler decides on the rest.
 */
export const chunkGroups = (root: string): CodeSplittingGroup => {
  let chunkOf: ReadonlyMap<string, string> | undefined
  return {
    includeDependenciesRecursively: false,
    name: (id, graph) => (chunkOf ??= assignChunks(root, graph)).get(id)
  }
}

const programs = ["src/main.ts", "src/build/build-release.ts"]

const assignChunks = (root: string, graph: ChunkingContext): ReadonlyMap<string, string> => {
  const inProject = (...paths: ReadonlyArray<string>) => paths.map((path) => join(root, path))
  const registry = inProject("src/cli/Taxonomy.ts").map((id) => graph.getModuleInfo(id))
  // The modules that each chunk begins with. A module that several import belongs to the first.
  const chunks: Readonly<Record<string, ReadonlyArray<string>>> = {
    core: inProject(...programs, "src/cli/check/Check.ts"),
    commands: registry.flatMap((module) => module?.dynamicallyImportedIds ?? []),
    checks: inProject("src/cli/check/RunExplain.ts"),
    check: inProject("src/cli/check/RunCheck.ts", "src/report/formats/Pretty.ts"),
    // A thread that runs this chunk must not load what only the main thread needs.
    worker: inProject("src/cli/serve/WorkerEntry.ts")
  }
  const chunkOf = new Map<string, string>()
  for (const [chunk, entries] of Object.entries(chunks)) {
    const pending = [...entries]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (chunkOf.has(id)) continue
      const module = graph.getModuleInfo(id)
      if (module === null) throw new Error(`${id} is not part of the bundle`)
      chunkOf.set(id, chunk)
      pending.push(...module.importedIds.filter((imported) => graph.getModuleInfo(imported) !== null))
    }
  }
  for (const program of inProject(...programs)) chunkOf.delete(program)
  return chunkOf
}
