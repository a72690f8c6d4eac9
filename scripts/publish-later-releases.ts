// Publishes what the sources declare, unless it is published, then a patch, which it withdraws, a minor and a major release in a
// copy of this repository, as editors will one day.
// CI runs the tests there as well: no test may depend on which release is the newest.
// Usage: node scripts/publish-later-releases.ts FOLDER   (FOLDER is a clone with node_modules)
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const [folder = ""] = process.argv.slice(2)
if (folder === "") throw new Error("Name the folder of the clone: node scripts/publish-later-releases.ts FOLDER")

/** The version that the sources declare. */
const declared = /^version: (\d+)\.(\d+)\.(\d+)$/m
  .exec(readFileSync(join(folder, "taxonomy-src/taxonomy.yaml"), "utf8"))
  ?.slice(1)
  .map(Number) ?? [0, 0, 0]
const [major = 0, minor = 0, patch = 0] = declared

const run = (file: string, ...args: ReadonlyArray<string>): void => {
  execFileSync(file, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
}
/** The programs of this tree, which has a bundle, unlike the clone. */
const program = (name: string): string => fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url))
const taxonomy = (...args: ReadonlyArray<string>): void => run(process.execPath, program("taxonomy"), ...args)

const edit = (path: string, change: (text: string) => string): void => {
  const file = join(folder, "taxonomy-src", path)
  const before = readFileSync(file, "utf8")
  const after = change(before)
  if (after === before) throw new Error(`${path} was not changed`)
  writeFileSync(file, after)
}

const commit = (subject: string): void => {
  run("git", "add", "--all", "taxonomy-src", "releases")
  run("git", "-c", "user.name=CI", "-c", "user.email=ci@example.com", "commit", "--quiet", "--message", subject)
}

const publish = (version: string, change: () => void): void => {
  change()
  // The sources declare the first one.
  if (version !== declared.join("."))
    edit("taxonomy.yaml", (text) => text.replace(/^version: .*$/m, `version: ${version}`))
  commit(`Sources of ${version}`)
  run(process.execPath, program("build-release"))
  commit(`Release ${version}`)
}

const appendValue = (code: string) => () =>
  edit(
    "dimensions/product_categories.yaml",
    (text) => `${text.trimEnd()}\n  - code: ${code}\n    label: ${code} goods\n    description: Added by CI.\n`
  )

const changeTitle = (title: string) => () =>
  edit("taxonomy.yaml", (text) => text.replace(/^title: .*$/m, `title: ${title}`))

if (!existsSync(join(folder, "releases", `v${declared.join(".")}`))) {
  publish(declared.join("."), changeTitle("Licensing taxonomy"))
}
const patched = `${major}.${minor}.${patch + 1}`
publish(patched, changeTitle("The licensing taxonomy"))
taxonomy("withdraw", `v${patched}`, "--reason", "Published by CI for its tests", "--yes")
commit(`Withdraw ${patched}`)
publish(`${major}.${minor + 1}.0`, appendValue("ZZ_CI"))
publish(`${major + 1}.0.0`, () =>
  edit("dimensions/product_categories.yaml", (text) =>
    // The order of keys that `taxonomy format` keeps.
    text.replace(/^( {4}description: Added by CI\.\n)/m, "$1    definition: A definition that changes the meaning.\n")
  )
)
taxonomy("verify")
