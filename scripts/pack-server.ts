// Packs the programs into a tarball in dist/, or in the folder that is given: bundled JavaScript for any Node from version
// 24 on, without dependencies. The same sources give the same bytes.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { sha256 } from "../src/platform/Sha256.ts"
import { packServer } from "./server/PackServer.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, "dist"))

const pack = (): string => {
  mkdirSync(join(root, "dist"), { recursive: true })
  // A bundle of its own, because the one in dist/program may be older than the sources.
  const work = mkdtempSync(join(root, "dist", ".server-"))
  try {
    execFileSync(process.execPath, [join(root, "scripts/bundle.ts"), join(work, "program")], { stdio: "pipe" })
    return packServer(root, work, dist)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const tarball = pack()
const content = readFileSync(tarball)
process.stdout.write(
  `${relative(process.cwd(), tarball)} written: ${content.length} bytes, sha256 ${sha256(content)}\n`
)
