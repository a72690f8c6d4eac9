// Publishes what the sources declare, 1.1.0, then 1.1.1, which it withdraws, 1.2.0 and 2.0.0 in a copy of this repository, as editors will one day.
// CI runs the tests there as well: no test may depend on which release is the newest.
// Usage: node scripts/publish-later-releases.ts FOLDER   (FOLDER is a clone with node_modules)
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const [folder = ""] = process.argv.slice(2)
if (folder === "") throw new Error("Name the folder of the clone: node scripts/publish-later-releases.ts FOLDER")

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
  if (version !== "1.1.0") edit("taxonomy.yaml", (text) => text.replace(/^version: .*$/m, `version: ${version}`))
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

publish("1.1.0", changeTitle("Licensing taxonomy"))
publish("1.1.1", changeTitle("The licensing taxonomy"))
taxonomy("withdraw", "v1.1.1", "--reason", "Published by CI for its tests", "--yes")
commit("Withdraw 1.1.1")
publish("1.2.0", appendValue("ZZ_CI"))
publish("2.0.0", () =>
  edit("dimensions/product_categories.yaml", (text) =>
    // The order of keys that `taxonomy format` keeps.
    text.replace(/^( {4}description: Added by CI\.\n)/m, "$1    definition: A definition that changes the meaning.\n")
  )
)
taxonomy("verify")
