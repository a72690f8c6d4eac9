// A registry that mirrors the packages of one platform only makes npm leave the others out of package-lock.json, and
// `npm ci` then refuses the file everywhere. This adds what is missing: the optional packages that locked ones name, at
// the version that they name, for the platform that their names tell. npm verifies no package without a digest, so that
// the registry is asked for those that are missing.
//
// It also removes what packages require of Node if the locked Node meets it: npm would compare it with the Node that runs
// npm, which may be older, and print five lines for each. A requirement that the locked Node does not meet stays.
//
// Run it after a change of dependencies. With --check it asks and writes nothing, and exits with 1 if it would change the
// file.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
}

interface LockFile {
  packages: Record<string, LockedPackage>
}

const readLock = (path: string): LockFile => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"))

/** Of the project, and of the programs that only tests run. */
const lockFiles = ["package-lock.json", "test/tools/package-lock.json"]

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = [
  "arm64",
  "armv7",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64le",
  "ppc64",
  "riscv64",
  "s390x",
  "universal",
  "wasm32",
  "x64"
]

const platformOf = (name: string) => {
  const parts = name.slice(name.lastIndexOf("/") + 1).split(/[-.]/)
  const os = systems.filter((system) => parts.includes(system))
  const cpu = processors
    .filter((processor) => parts.includes(processor))
    .map((cpu) => cpu.replace(/^armv7$/, "arm").replace("ppc64le", "ppc64"))
  const libc = parts.some((part) => part.startsWith("musl"))
    ? ["musl"]
    : parts.some((part) => part.startsWith("gnu")) && os.includes("linux")
      ? ["glibc"]
      : []
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) }
}

/** Adds the packages of other platforms, and returns their number. */
const addPlatforms = (lock: LockFile): number => {
  let added = 0
  for (const locked of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`
      if (path in lock.packages || !/^\d+\.\d+\.\d+/.test(version)) continue
      lock.packages[path] = {
        version,
        ...platformOf(name),
        ...(locked.dev === true && { dev: true }),
        optional: true
      } as LockedPackage
      added += 1
    }
  }
  return added
}

/** The packages whose content npm would not verify. */
const unverified = (lock: LockFile): ReadonlyArray<readonly [path: string, locked: LockedPackage]> =>
  Object.entries(lock.packages).filter(
    ([path, { integrity }]) => path !== "" && integrity === undefined && !isUnpublished(path)
  )

/** Known by their names only: the registry that this file was made with has them for one platform. Remove this where it has all. */
const isUnpublished = (path: string): boolean => path.startsWith("node_modules/@effect/tsgo-")

/** Adds the digests that the registry publishes of the packages without one. */
const addDigests = (lock: LockFile): void => {
  for (const [path, { version, ...locked }] of unverified(lock)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    const args = ["view", `${name}@${version}`, "dist.integrity"]
    const integrity = execFileSync("npm", args, { encoding: "utf8" }).trim()
    lock.packages[path] = { ...(version !== undefined && { version }), integrity, ...locked }
  }
}

/** The oldest Node that runs npm for this project. */
const oldestNode = SemVer.parseUnsafe("20.0.0")
const lockedNode = SemVer.parseUnsafe(readLock("package-lock.json").packages["node_modules/node"]?.version ?? "")

const dropMetRequirements = (lock: LockFile): void => {
  for (const [path, locked] of Object.entries(lock.packages)) {
    const range = Result.getOrUndefined(SemVerRange.parse(locked.engines?.["node"] ?? ""))
    if (range === undefined || SemVerRange.matches(range, oldestNode) || !SemVerRange.matches(range, lockedNode))
      continue
    const { engines: _, ...rest } = locked
    lock.packages[path] = rest
  }
}

for (const path of lockFiles) {
  const lock = readLock(path)
  const text = readFileSync(new URL(`../${path}`, import.meta.url), "utf8")
  const added = addPlatforms(lock)
  const isCheck = process.argv.includes("--check")
  if (!isCheck) addDigests(lock)
  dropMetRequirements(lock)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1)))
  const completed = `${JSON.stringify(lock, null, 2)}\n`
  if (!isCheck) {
    writeFileSync(new URL(`../${path}`, import.meta.url), completed)
    process.stdout.write(`${added} packages of other platforms added to ${path}\n`)
  } else if (completed !== text || unverified(lock).length > 0) {
    process.stderr.write(`${path} is incomplete. Run npm run lockfile and commit the result.\n`)
    process.exitCode = 1
  }
}
