// Packs src/client into a tarball in dist/: JavaScript and declarations without dependencies. Only the Effect interface
// imports Effect, that of the user.
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import project from "../package.json" with { type: "json" }
import { compileClient } from "./client/CompileClient.ts"
import { declareClient } from "./client/DeclareClient.ts"
import { entries, programs } from "./client/Entries.ts"
import { renderNotices } from "./ThirdPartyNotices.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = process.argv[2] ?? join(root, "dist")

const pack = async (): Promise<string> => {
  mkdirSync(join(root, "dist"), { recursive: true })
  mkdirSync(dist, { recursive: true })
  // Within the project, so that the compiler finds its packages.
  const work = mkdtempSync(join(root, "dist", ".client-"))
  try {
    const staged = join(work, "package")
    mkdirSync(staged)
    const bundled = await compileClient(staged)
    declareClient(work, staged)
    copyFileSync(join(root, "src/client/README.md"), join(staged, "README.md"))
    writeFileSync(join(staged, "THIRD-PARTY-NOTICES.md"), renderNotices(bundled))
    writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
    for (const old of readdirSync(dist).filter(isTarball)) rmSync(join(dist, old))
    execFileSync("npm", ["pack", "--silent", "--pack-destination", dist], { cwd: staged, stdio: "pipe" })
    return join(dist, `${tarballName}-${manifest.version}.tgz`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const manifest = {
  name: "@nil-licensing/client",
  version: project.version,
  description: "Reads a licensing taxonomy over HTTP, with promises or with Effect",
  license: project.license,
  type: "module",
  sideEffects: false,
  // Their `require` loads ES modules, so CommonJS needs no second copy.
  engines: { node: "^20.19 || >=22.12" },
  exports: {
    ...Object.fromEntries(
      Object.entries(entries).map(([name, { file }]) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }])
    ),
    "./package.json": "./package.json"
  },
  ...(Object.keys(programs).length === 0
    ? {}
    : { bin: Object.fromEntries(Object.entries(programs).map(([name, { file }]) => [name, `./${file}.js`])) }),
  peerDependencies: { effect: `^${project.dependencies.effect}` },
  peerDependenciesMeta: { effect: { optional: true } }
}

/** The name of the package as `npm pack` writes it. */
const tarballName = manifest.name.replace("@", "").replace("/", "-")

/** True for a tarball of this package, of any version. */
const isTarball = (file: string): boolean =>
  file.startsWith(`${tarballName}-`) &&
  /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?\.tgz$/.test(file.slice(tarballName.length + 1))

const tarball = await pack()
process.stdout.write(`${basename(dirname(tarball))}/${basename(tarball)} written.\n`)
