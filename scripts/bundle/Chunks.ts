import { join } from "node:path"
import type { ChunkingContext, CodeSplittingGroup } from "rolldown"

/**
 * Groups what every start of a program needs, what documents the checks, and what `taxonomy check` needs besides, into
 * one chunk each. The bundler decides on the rest.
 */
export const chunkGroups = (root: string): CodeSplittingGroup => {
  let chunkOf: ReadonlyMap<string, string> | undefined
  return {
    includeDependenciesRecursively: false,
    name: (id, graph) => (chunkOf ??= assignChunks(root, graph)).get(id)
  }
}

/** The chunks, the smallest first, with the modules that it begins with. A module belongs to the first that imports it. */
const roots = {
  core: ["src/main.ts", "src/build/build-release.ts", "src/cli/commands/Check.ts"],
  checks: ["src/cli/handlers/RunExplain.ts"],
  check: ["src/cli/handlers/RunCheck.ts", "src/report/formats/Pretty.ts"]
} as const

const assignChunks = (root: string, graph: ChunkingContext): ReadonlyMap<string, string> => {
  const chunkOf = new Map<string, string>()
  for (const [chunk, entries] of Object.entries(roots)) {
    const pending: Array<string> = entries.map((entry) => join(root, entry))
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (chunkOf.has(id)) continue
      const module = graph.getModuleInfo(id)
      if (module === null) throw new Error(`${id} is not part of the bundle`)
      chunkOf.set(id, chunk)
      pending.push(...module.importedIds.filter((imported) => graph.getModuleInfo(imported) !== null))
    }
  }
  // The programs themselves are the entries.
  for (const entry of ["src/main.ts", "src/build/build-release.ts"]) chunkOf.delete(join(root, entry))
  return chunkOf
}
