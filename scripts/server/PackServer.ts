import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { dirname, join, normalize } from "node:path"
import * as DateTime from "effect/DateTime"
import { create } from "tar"
import project from "../../package.json" with { type: "json" }
import { publishedSchemas } from "../PublishedSchemas.ts"
import { serverManifest, serverPackage } from "./Manifest.ts"

/**
 * Packs the launchers, a bundle, the JSON Schemas, the documents and the files of `deploy/` into a tarball, and returns its
 * path. The same files give the same bytes, whatever their times, modes and owners are.
 *
 * @param bundle The folder that contains `program/`, `explorer/` and `guides/`.
 */
export const packServer = (root: string, bundle: string, out: string): string => {
  mkdirSync(out, { recursive: true })
  const staged = mkdtempSync(join(out, ".server-"))
  try {
    stage(root, bundle, staged)
    const prefix = `${serverPackage}-${project.version}`
    const tarball = join(out, `${prefix}.tgz`)
    create(
      {
        cwd: staged,
        file: tarball,
        // Without the owners of the files.
        portable: true,
        mtime: packedAt,
        gzip: { level: 9, portable: true },
        prefix,
        sync: true
      },
      filesIn(staged)
    )
    return tarball
  } finally {
    rmSync(staged, { recursive: true })
  }
}

/** The time that npm gives to the files that it packs. Programs that cannot read the time 0 can read it. */
const packedAt = DateTime.toDateUtc(DateTime.makeUnsafe("1985-10-26T08:15:00Z"))

const stage = (root: string, bundle: string, staged: string): void => {
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(staged, to)), { recursive: true })
    copyFileSync(join(root, from), join(staged, to))
  }
  const write = (to: string, text: string) => {
    mkdirSync(dirname(join(staged, to)), { recursive: true })
    writeFileSync(join(staged, to), text)
  }
  write("package.json", `${JSON.stringify(serverManifest, undefined, 2)}\n`)
  for (const [file, text] of Object.entries(publishedSchemas())) write(`docs/${file}`, text)
  for (const file of readdirSync(join(root, "bin"))) copy(`bin/${file}`, `bin/${file}`)
  copy("CHANGELOG.md", "CHANGELOG.md")
  copy("scripts/server/README.md", "README.md")
  for (const folder of ["deploy", "docs"]) cpSync(join(root, folder), join(staged, folder), { recursive: true })
  for (const folder of ["program", "explorer", "guides"]) {
    const target = join(staged, "dist", folder)
    mkdirSync(target, { recursive: true })
    for (const file of readdirSync(join(bundle, folder))) {
      copyFileSync(join(bundle, folder, file), join(target, file))
    }
  }
  for (const file of filesIn(staged)) chmodSync(join(staged, file), programs.has(file) ? 0o755 : 0o644)
  if (!existsSync(join(staged, "dist/program/taxonomy.cjs"))) throw new Error(`${bundle} contains no bundle`)
}

/** The files that a shell can start. */
const programs: ReadonlySet<string> = new Set(Object.values(project.bin).map((file) => normalize(file)))

const filesIn = (folder: string): Array<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
