import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The project of the packages that only tests use: code generators, validators and platforms of others. */
const folder = fileURLToPath(new URL("../tools/", import.meta.url))

/** The packages of the tools, to link into a project. */
export const toolModules = join(folder, "node_modules")

/** True if `npm ci --prefix test/tools` has run. */
export const hasTools = existsSync(join(toolModules, ".package-lock.json"))

/** Writes why tests are skipped, which the reporter does not say. */
export const reportWithoutTools = (what: string): void => {
  if (!hasTools) process.stderr.write(`skipped: ${what}. Run npm ci --prefix test/tools to install what it needs\n`)
}

/** The path of a program, such as `tsc`. */
export const toolPath = (program: string): string => join(toolModules, ".bin", program)

/** Loads a package as CommonJS does; Node accepts ES modules too. */
export const requireTool: NodeJS.Require = createRequire(join(folder, "package.json"))

/** The path of a program that a package of this platform contains, such as `bin/bun` in one of the scope `@oven`. */
export const platformProgram = (scope: string, path: string): string => {
  const packages = existsSync(join(toolModules, scope)) ? readdirSync(join(toolModules, scope)) : []
  const found = packages.map((name) => join(toolModules, scope, name, path)).find((program) => existsSync(program))
  if (found === undefined && hasTools) throw new Error(`No package of ${scope} for this platform contains ${path}`)
  return found ?? ""
}
