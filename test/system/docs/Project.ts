import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { stringify } from "yaml"
import { buildReleaseCommand } from "../../../src/cli/release/BuildRelease.ts"
import { timestampOf } from "../../../src/domain/ledger/Timestamp.ts"
import { ledgerFile, readLedger } from "../../../src/release/Ledger.ts"
import { runInProcess } from "../../support/InProcess.ts"
import { writeCommands } from "../../support/Programs.ts"
import { commitAll, git, gitEnvironment, temporaryFolder, writeFiles } from "../../support/Repository.ts"
import { root } from "./Documents.ts"
import { edited } from "./SourceEdit.ts"

/** The state of the project before the first block of a document. */
export type Given =
  /** This project, as it was when 1.0.0 was published. What editors do later changes no example. */
  | "1.0.0"
  /** This project as it is. */
  | "today"
  /** This project as it is, with the release that its sources declare. */
  | "declared"
  /** The sources of 1.0.0 without any release. */
  | "unpublished"
  /** 1.0.0, then 1.1.0, which adds GARDENING, and 2.0.0, which changes a meaning. */
  | "three releases"

const folder = await temporaryFolder()

/** Creates a repository for one reader to clone. */
export const upstreamOf = async (given: Given): Promise<string> => {
  const upstream = join(await mkdtemp(join(folder, "upstream-")), "taxonomy.git")
  await git(folder, "clone", "--quiet", "--template=", "--bare", await templateOf(given), upstream)
  return upstream
}

/** The folder with what a project has published. */
export const releasesOf = async (given: Given): Promise<string> => join(await templateOf(given), "releases")

const templates = new Map<Given, Promise<string>>()

const templateOf = (given: Given): Promise<string> => {
  const known = templates.get(given) ?? makeTemplate(given)
  templates.set(given, known)
  return known
}

const makeTemplate = async (given: Given): Promise<string> => {
  const made = await mkdtemp(join(folder, "template-"))
  await writeCommands(made)
  for (const path of [
    "package.json",
    "package-lock.json",
    ".gitattributes",
    ".gitignore",
    ".github/workflows/taxonomy.yml",
    "docs/how-to/cdn/check.sh",
    "docs/how-to/haproxy/taxonomy.cfg",
    "docs/how-to/nginx/taxonomy.conf",
    "docs/how-to/proofs/check.go",
    "docs/how-to/proofs/check.sh"
  ]) {
    await mkdir(dirname(join(made, path)), { recursive: true })
    await copyFile(join(root, path), join(made, path))
  }
  if (given === "today" || given === "declared") {
    for (const path of ["taxonomy-src", "releases"]) await cp(join(root, path), join(made, path), { recursive: true })
  } else await writeFirstRelease(made)
  await git(made, "init", "--quiet", "--initial-branch=main")
  if (given === "unpublished" || given === "three releases") await rm(join(made, "releases"), { recursive: true })
  await commitAll(made, "The project")
  if (given === "1.0.0") await git(made, "tag", "--annotate", "--message", "Release 1.0.0", "v1.0.0")
  if (given === "three releases") for (const chapter of story) await tell(made, chapter)
  if (given === "declared") await publishDeclared(made)
  // Packs the objects into one file, which is faster to clone.
  await git(made, "gc", "--quiet")
  return made
}

/** Writes the first release, and its sources as derived from the ledger. */
const writeFirstRelease = async (folder: string) => {
  const releases = join(folder, "releases")
  await cp(join(root, "releases/v1.0.0"), join(releases, "v1.0.0"), { recursive: true })
  const ledger = await readFile(join(root, "releases", ledgerFile), "utf8")
  await writeFile(join(releases, ledgerFile), ledger.slice(0, ledger.indexOf("\n") + 1))
  const { history } = await readLedger(releases).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)
  const [first] = history.releases.values()
  if (first === undefined) throw new Error("The ledger does not begin with a release")
  const { description, dimensions, licenses, namespace, rules, title } = first.taxonomy
  const header = { namespace, title, description, version: first.version }
  await writeFiles(join(folder, "taxonomy-src"), {
    "taxonomy.yaml": stringify(header),
    ...Object.fromEntries(dimensions.map((dimension) => [`dimensions/${dimension.name}.yaml`, stringify(dimension)])),
    ...Object.fromEntries(licenses.map((license) => [`licenses/${license.code}.yaml`, stringify(license)])),
    ...Object.fromEntries(rules.map((rule) => [`rules/${rule.id}.yaml`, stringify(rule)]))
  })
}

const categories = "taxonomy-src/dimensions/exclusive_categories.yaml"

const story = [
  { version: "1.0.0", date: "2026-01-10T09:00:00Z", edit: "" },
  {
    version: "1.1.0",
    date: "2026-02-10T09:00:00Z",
    edit: "- code: GARDENING\n  label: Gardening\n  description: Added.\n"
  },
  { version: "2.0.0", date: "2026-03-10T09:00:00Z", edit: "- code: GARDENING\n  definition: What grows outside.\n" }
] as const

interface Chapter {
  readonly version: string
  readonly date: string
  /** Of the categories, as a document would show it. */
  readonly edit: string
}

/** Publishes another label from a second clone. */
export const publishElsewhere = async (upstream: string, version: string): Promise<void> => {
  const clone = join(await mkdtemp(join(folder, "colleague-")), "taxonomy")
  await git(folder, "clone", "--quiet", "--template=", upstream, clone)
  const edit = "- code: QSR\n  label: Restaurants with quick service\n"
  await tell(clone, { version, date: timestampOf(DateTime.nowUnsafe()), edit })
  await git(clone, "push", "--quiet", "--atomic", "--follow-tags")
}

const tell = async (cwd: string, { date, edit, version }: Chapter) => {
  const write = async (path: string, block: string) =>
    writeFile(join(cwd, path), edited(await readFile(join(cwd, path), "utf8"), block))
  await write(categories, edit)
  await write("taxonomy-src/taxonomy.yaml", `version: ${version}\n`)
  await commitOn(date, cwd, `Sources of ${version}`)
  await publish(cwd)
  await commitOn(date, cwd, `Release ${version}`)
  await git(cwd, "tag", "--annotate", "--message", `Release ${version}`, `v${version}`)
}

const publish = async (cwd: string) => {
  const folders = ["--src", join(cwd, "taxonomy-src"), "--releases", join(cwd, "releases")]
  const { code, stdout } = await runInProcess(buildReleaseCommand, folders)
  if (code !== 0) throw new Error(stdout)
}

/** Publishes what the sources declare, unless it is published. */
const publishDeclared = async (cwd: string) => {
  const sources = await readFile(join(cwd, "taxonomy-src/taxonomy.yaml"), "utf8")
  const [, version = ""] = /^version: (\S+)$/m.exec(sources) ?? []
  if (existsSync(join(cwd, "releases", `v${version}`))) return
  const today = timestampOf(DateTime.nowUnsafe())
  await commitOn(today, cwd, `Sources of ${version}`)
  await publish(cwd)
  await commitOn(today, cwd, `Release ${version}`)
}

const execute = promisify(execFile)

const commitOn = async (date: string, cwd: string, message: string) => {
  const env = { ...process.env, ...gitEnvironment, GIT_COMMITTER_DATE: date }
  await execute("git", ["add", "--all"], { cwd, env })
  await execute("git", ["commit", "--quiet", "--allow-empty", "--message", message], { cwd, env })
}
