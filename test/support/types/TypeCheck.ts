import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../Repository.ts"
import { toolPath } from "../Tools.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The compilers that check types: the one of this project, and an older one if the tools are installed. */
export const compilers: ReadonlyArray<string> = [join(root, "node_modules/typescript/bin/tsc"), toolPath("tsc")].filter(
  (compiler) => existsSync(compiler)
)

/** Every option that asks more of a module than `strict` does. */
const strictest = {
  target: "es2022",
  lib: ["es2022"],
  module: "nodenext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true
}

/**
 * Compiles TypeScript modules, by file name, with each compiler. Returns what each reports, without line breaks at the end:
 * nothing for a correct program. `modules` is a folder of packages that they import.
 */
export const typeCheck = async (
  files: Readonly<Record<string, string>>,
  { modules, ...options }: { readonly modules?: string } & Readonly<Record<string, unknown>> = {}
): Promise<ReadonlyArray<string>> => {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, "package.json"), '{"type":"module"}')
  if (modules !== undefined) await symlink(modules, join(folder, "node_modules"))
  const settings = { compilerOptions: { ...strictest, ...options }, files: Object.keys(files) }
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings))
  return Promise.all(compilers.map((compiler) => run(compiler, folder)))
}

const run = (compiler: string, folder: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [compiler, "-p", folder], { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout, stderr) =>
      resolve((stdout + stderr).trimEnd())
    )
  })
