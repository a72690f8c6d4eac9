import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The project of the packages that only long tests use: code generators, validators and platforms of others. */
const folder = fileURLToPath(new URL("../tools/", import.meta.url))

/** The packages of the tools, to link into a project. */
export const toolModules = join(folder, "node_modules")

/** The path of a program, such as `tsc`. */
export const toolPath = (program: string): string => join(toolModules, ".bin", program)

/** Loads a package as CommonJS does; Node accepts ES modules too. */
export const requireTool: NodeJS.Require = createRequire(join(folder, "package.json"))

/** The path of a program that a package of this platform contains, such as `bin/bun` in one of the scope `@oven`. */
export const platformProgram = (scope: string, path: string): string => {
  const programs = readdirSync(join(toolModules, scope)).map((name) => join(toolModules, scope, name, path))
  const found = programs.find((program) => existsSync(program))
  if (found === undefined) throw new Error(`No package of ${scope} for this platform contains ${path}`)
  return found
}
