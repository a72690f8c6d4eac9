import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { entryFiles } from "./Entries.ts"

/** Writes the declarations of all modules that the entries import. */
export const declareClient = (work: string, staged: string): void => {
  const configuration = {
    extends: "../../tsconfig.json",
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: join(work, "declared"),
      typeRoots: [join(root, "node_modules/@types")]
    },
    include: [],
    files: entryFiles.map(({ module }) => join(root, `src/client/${module}.ts`))
  }
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(configuration))
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", work], { stdio: "inherit" })

  const names: Readonly<Record<string, string>> = Object.fromEntries(
    entryFiles.map(({ file, module }) => [module, file])
  )
  // The package is flat: every declaration lies beside index.d.ts, so that the sub-folders can change.
  const flatName = (path: string): string => names[path] ?? basename(path)
  const declared = join(work, "declared/src/client")
  const pending = entryFiles.map(({ module }) => module)
  const pathOf = new Map<string, string>(pending.map((path) => [flatName(path), path]))
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const folder = dirname(path)
    const text = readFileSync(join(declared, `${path}.d.ts`), "utf8").replaceAll(
      /(["'])(\.{1,2}\/[A-Za-z/.]+)\.(?:ts|js)\1/g,
      (_, quote: string, specifier: string) => {
        const path = normalize(join(folder, specifier))
        const target = substitutes[path] ?? path
        if (target.startsWith("..") && target !== answers)
          throw new Error(`${path}.d.ts imports ${specifier}, outside of src/client`)
        const flat = flatName(target)
        if (!pathOf.has(flat)) pending.push(target)
        else if (pathOf.get(flat) !== target) throw new Error(`Two declarations are named ${flat}.d.ts`)
        pathOf.set(flat, target)
        return `${quote}./${flat}.js${quote}`
      }
    )
    writeFileSync(join(staged, `${flatName(path)}.d.ts`), text)
  }
}

/** The types of answers, which the domain declares for the client, too. */
const answers = "../domain/reasoning/Answer"

/** What the client declares without schemas. */
const substitutes: Readonly<Record<string, string>> = { "../domain/taxonomy/Config": "model/Model.generated" }

const root = fileURLToPath(new URL("../..", import.meta.url))
