// Packs src/client into a tarball in dist/: JavaScript and declarations without dependencies. The package bundles the
// parts of Effect that it needs; only the Effect interface imports the Effect of the user.
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import project from "../package.json" with { type: "json" }
import { packagesOf, renderNotices } from "./ThirdPartyNotices.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = process.argv[2] ?? join(root, "dist")

/** The entry modules, by the names of their files in the package. */
const entries = { index: "Package", effect: "EffectClient" } as const

const pack = async (): Promise<string> => {
  mkdirSync(join(root, "dist"), { recursive: true })
  mkdirSync(dist, { recursive: true })
  // Within the project, so that the compiler finds its packages.
  const work = mkdtempSync(join(root, "dist", ".client-"))
  try {
    const staged = join(work, "package")
    mkdirSync(staged)
    const bundled = await compile(staged)
    declare(work, staged)
    copyFileSync(join(root, "src/client/README.md"), join(staged, "README.md"))
    writeFileSync(join(staged, "THIRD-PARTY-NOTICES.md"), renderNotices(bundled))
    writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
    for (const old of readdirSync(dist).filter(isTarball)) rmSync(join(dist, old))
    execFileSync("npm", ["pack", "--silent", "--pack-destination", dist], { cwd: staged, stdio: "pipe" })
    return join(dist, `${manifest.name}-${manifest.version}.tgz`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const manifest = {
  name: "taxonomy-licensing-client",
  version: project.version,
  description: "Reads a licensing taxonomy over HTTP, with promises or with Effect",
  license: project.license,
  type: "module",
  sideEffects: false,
  // Their `require` loads ES modules, so CommonJS needs no second copy.
  engines: { node: "^20.19 || >=22.12" },
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./effect": { types: "./effect.d.ts", default: "./effect.js" },
    "./package.json": "./package.json"
  },
  peerDependencies: { effect: `^${project.dependencies.effect}` },
  peerDependenciesMeta: { effect: { optional: true } }
}

/** True for a tarball of this package, of any version. */
const isTarball = (file: string): boolean =>
  file.startsWith(`${manifest.name}-`) &&
  /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?\.tgz$/.test(file.slice(manifest.name.length + 1))

/** Writes the JavaScript and returns the folders of the bundled packages. */
const compile = async (staged: string): Promise<ReadonlySet<string>> => {
  const modules: Array<string> = []
  for (const [name, entry] of Object.entries(entries)) {
    const build = await rolldown({
      input: join(root, `src/client/${entry}.ts`),
      platform: "neutral",
      resolve: { mainFields: ["module", "main"] },
      external: name === "effect" ? /^effect\// : [],
      plugins: [{ name: "entries-apart", resolveId: (id) => otherEntry(id, entry) }]
    })
    const { output } = await build.write({
      file: join(staged, `${name}.js`),
      // Keeps names, for stack traces and for readers of the code that gets their API key. Removes dead code only.
      minify: "dce-only",
      comments: { legal: true, annotation: true, jsdoc: false }
    })
    await build.close()
    for (const chunk of output) if (chunk.type === "chunk") modules.push(...chunk.moduleIds)
  }
  return packagesOf(modules)
}

/** Makes one entry import the other, so that both share their classes. */
const otherEntry = (id: string, entry: string) => {
  const [name] = Object.entries(entries).find(([, other]) => id === `./${other}.ts` && other !== entry) ?? []
  return name === undefined ? null : { id: `./${name}.js`, external: "relative" as const }
}

/** Writes the declarations of all modules that the entries import. */
const declare = (work: string, staged: string): void => {
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
    files: Object.values(entries).map((entry) => join(root, `src/client/${entry}.ts`))
  }
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(configuration))
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", work], { stdio: "inherit" })

  const names: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [entry, name])
  )
  // The package is flat: every declaration lies beside index.d.ts, so that the sub-folders can change.
  const flatName = (path: string): string => names[path] ?? basename(path)
  const declared = join(work, "declared/src/client")
  const pending = Object.values<string>(entries)
  const pathOf = new Map<string, string>(pending.map((path) => [flatName(path), path]))
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const folder = dirname(path)
    const text = readFileSync(join(declared, `${path}.d.ts`), "utf8").replaceAll(
      /(["'])(\.{1,2}\/[A-Za-z/.]+)\.(?:ts|js)\1/g,
      (_, quote: string, specifier: string) => {
        const target = normalize(join(folder, specifier))
        if (target.startsWith("..")) throw new Error(`${path}.d.ts imports ${specifier}, outside of src/client`)
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

const tarball = await pack()
process.stdout.write(`${basename(dirname(tarball))}/${basename(tarball)} written.\n`)
