import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folders of the packages that modules with these paths belong to. */
export const packagesOf = (modules: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))

/** Renders the licenses of bundled packages, most of which require that their text is passed on. */
export const renderNotices = (packages: ReadonlySet<string>): string =>
  [
    "# Third-party notices\n\nThe JavaScript of this package contains parts of these packages.",
    ...[...packages].sort().map((folder) => {
      const { license, name, version }: PackageManifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (file === undefined && license === undefined) throw new Error(`${name} has no license`)
      const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), "utf8").trim()
      return `## ${name} ${version}\n\n${text}`
    })
  ].join("\n\n") + "\n"

interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}
