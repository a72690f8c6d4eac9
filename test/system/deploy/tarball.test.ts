import { existsSync } from "node:fs"
import { chmod, cp, readdir, readFile, utimes, writeFile } from "node:fs/promises"
import { builtinModules } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import project from "../../../package.json" with { type: "json" }
import { packServer } from "../../../scripts/server/PackServer.ts"
import { sharedBundle } from "../../support/BundledProgram.ts"
import { tarballOf } from "../../support/ClientTarballs.ts"
import { runNode, shell } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { packSharedBundle, unpack } from "../../support/PackedServer.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const tarball = await packSharedBundle()
const unpacked = await unpack(tarball)

/** Packages that others look for and do without. */
const optional: ReadonlySet<string> = new Set(["@node-rs/xxhash", "@opentelemetry/api", "bufferutil", "utf-8-validate"])

describe("the tarball of the server", () => {
  it("has the same bytes, whatever the times and modes of the files are", async ({ expect }) => {
    const folder = await temporaryFolder()
    const bundle = join(folder, "bundle")
    await cp(join(sharedBundle, ".."), bundle, { recursive: true })
    for (const file of await readdir(join(bundle, "program"))) {
      await utimes(join(bundle, "program", file), 1, 1)
      await chmod(join(bundle, "program", file), 0o600)
    }
    const [first, second] = [await readFile(tarball), await readFile(packServer(root, bundle, join(folder, "out")))]
    expect(second.equals(first)).toBe(true)
  })

  it("is named for the version of the software, and so is its only folder", async ({ expect }) => {
    const name = `taxonomy-licensing-server-${project.version}`
    expect(basename(tarball)).toBe(`${name}.tgz`)
    const { stdout } = await shell(`tar tzf '${tarball}' | cut -d/ -f1 | sort -u`, { cwd: root })
    expect(stdout).toBe(`${name}\n`)
  })

  it("contains neither sources, tests nor releases", async ({ expect }) => {
    const files = await readdir(unpacked, { recursive: true })
    expect(files.filter((file) => /\.(?:ts|tsx|ndjson)$|taxonomy-src|^releases/.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith(".tgz"))).toEqual([`dist/guides/${tarballOf(project.version)}`])
    expect(await readdir(unpacked)).toEqual([
      "CHANGELOG.md",
      "README.md",
      "bin",
      "deploy",
      "dist",
      "docs",
      "package.json"
    ])
  })

  it("contains the documents, and the files that its README and guides name", async ({ expect }) => {
    const readme = await readFile(join(unpacked, "README.md"), "utf8")
    const named = [...readme.matchAll(/`((?:deploy|docs|dist)\/[\w./-]+)`/g)].map(([, file = ""]) => file)
    const ofGuides = ["docs/how-to/nginx/taxonomy.conf", "docs/how-to/haproxy/taxonomy.cfg", "docs/how-to/alerts.md"]
    const ofAlerts = ["deploy/prometheus/taxonomy.rules.yml", "deploy/prometheus/taxonomy.rules.test.yml"]
    expect(named.length).toBeGreaterThan(5)
    for (const file of [...named, ...ofGuides, ...ofAlerts]) expect(existsSync(join(unpacked, file)), file).toBe(true)
  })

  it("needs no other package: its code requires modules of Node and of its own", async ({ expect }) => {
    const manifest: object = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"))
    expect(Object.keys(manifest)).toEqual(["name", "version", "description", "license", "type", "bin", "engines"])
    const program = join(unpacked, "dist/program")
    const required = new Set<string>()
    for (const chunk of (await readdir(program)).filter((file) => file.endsWith(".cjs"))) {
      const code = await readFile(join(program, chunk), "utf8")
      for (const [, id = ""] of code.matchAll(/\b(?:require\w*|import)\("([^"./][^"]*)"\)/g)) required.add(id)
    }
    const others = [...required].filter((id) => !id.startsWith("node:") && !builtinModules.includes(id))
    expect(others.filter((id) => !optional.has(id))).toEqual([])
    expect(required).toContain("node:http")
  })

  it("runs in an empty folder, which only root can write, and checks releases", async ({ expect }) => {
    const verified = await runNode(
      [join(unpacked, "bin/taxonomy.js"), "verify", "--releases", join(ownProject, "releases")],
      {
        cwd: await temporaryFolder(),
        env: { NODE_COMPILE_CACHE: "/dev/null/none" }
      }
    )
    expect(verified.stderr).toBe("")
    expect(verified.code).toBe(0)
    expect(verified.stdout).toContain("no findings")
  })

  it("contains the application for browsers", async ({ expect }) => {
    const folder = await temporaryFolder()
    await cp(join(root, "releases/v1.0.0"), join(folder, "releases/v1.0.0"), { recursive: true })
    const ledger = await readFile(join(root, "releases/ledger.ndjson"), "utf8")
    await writeFile(join(folder, "releases/ledger.ndjson"), ledger.slice(0, ledger.indexOf("\n") + 1))
    const site = await runNode([join(unpacked, "bin/taxonomy.js"), "site", "--out", "site"], { cwd: folder, env: {} })
    expect(site).toMatchObject({ code: 0, stderr: "" })
    expect(await readdir(join(folder, "site"))).toContain("index.html")
  })

  it("is installed by npm without network, scripts and other packages", async ({ expect }) => {
    const prefix = await temporaryFolder()
    const installed = await shell(`npm install --global --offline --ignore-scripts --prefix '${prefix}' '${tarball}'`, {
      cwd: prefix
    })
    expect(installed.code).toBe(0)
    expect(await readdir(join(prefix, "lib/node_modules"))).toEqual(["taxonomy-licensing-server"])
    for (const program of ["taxonomy", "build-release"]) {
      const { stdout } = await shell(`'${process.execPath}' '${join(prefix, "bin", program)}' --version`, {
        cwd: prefix
      })
      expect(stdout).toBe(`${program} v${project.version}\n`)
    }
  })
})
