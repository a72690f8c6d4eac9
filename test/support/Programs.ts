import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that CompiledPrograms.ts describes. */
    programs: string
  }
}

/** The folder of the bundled programs, as in an installed package. Made once for all workers; tests must not change it. */
export const installedFolder: string = inject("programs")

const launcher = (name: string): string => join(installedFolder, "bin", `${name}.js`)

const fixture = (name: string): string => join(installedFolder, "build", `${name}.js`)

/**
 * The bundled programs, as users get them. A bundle starts in half the time, and the tests start hundreds of processes.
 * `test/system/cli/launch.test.ts` runs the sources as they are.
 */
export const programs = {
  taxonomy: launcher("taxonomy"),
  buildRelease: launcher("build-release"),
  runCommands: fixture("run-commands"),
  publishUntilKilled: fixture("publish-until-killed")
} as const

/** Writes the commands of a project to its `bin/`. */
export const writeCommands = async (project: string): Promise<void> => {
  const bin = join(project, "bin")
  await mkdir(bin, { recursive: true })
  for (const name of ["taxonomy", "build-release"] as const) {
    await writeFile(join(bin, `${name}.js`), `await import(${JSON.stringify(launcher(name))})\n`)
  }
}

/** Shell functions that define the commands by their names; a script starts with them. */
export const shellFunctions = (["taxonomy", "build-release"] as const)
  .map((name) => `${name}() { '${process.execPath}' '${launcher(name)}' "$@"; }\n`)
  .join("")
