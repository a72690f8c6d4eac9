// Gives the software its next version: turns the changesets into an entry of CHANGELOG.md, and writes the version to every
// file that contains it. Commit the result and tag the commit software/X.Y.Z.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const run = (program: string, ...args: ReadonlyArray<string>) =>
  execFileSync(program, args, { cwd: root, stdio: "inherit" })

const readVersion = (): string => {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
  return version
}

const before = readVersion()
run("npm", "run", "changeset", "version")
const version = readVersion()
if (version === before) {
  process.stderr.write("There is no changeset. Write one with npm run changeset.\n")
  process.exit(1)
}
for (const path of ["src/client/ClientVersion.ts", "deploy/kubernetes/kustomization.yaml"]) {
  const text = readFileSync(`${root}${path}`, "utf8")
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`)
  writeFileSync(`${root}${path}`, text.replace(before, version))
}
run("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
run("npm", "run", "lockfile")
run("npx", "oxfmt", "CHANGELOG.md")
process.stdout.write(`The software is ${version} now, its tag is software/${version}.\n`)
