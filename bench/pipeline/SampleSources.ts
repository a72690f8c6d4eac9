import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A folder with generated sources in `taxonomy-src`, all values in files of 500 at most. */
export interface SampleSources {
  readonly folder: string
  readonly sources: string
  /** Commits the sources. */
  readonly commit: () => void
  /** Declares 1.0.1 and changes the description, so that the sources follow a release of what they were. */
  readonly declareNext: () => void
}

export const writeSources = (folder: string, values: number): SampleSources => {
  const sources = join(folder, "taxonomy-src")
  const header = join(sources, "taxonomy.yaml")
  const files = Math.ceil(values / valuesPerFile)
  const fileOf = (file: number) => join(sources, `dimensions/d${file}.yaml`)
  mkdirSync(join(sources, "dimensions"), { recursive: true })
  writeFileSync(header, "namespace: bench\ntitle: Bench\ndescription: Many values.\nversion: 1.0.0\n")
  for (let file = 0; file < files; file += 1) {
    writeFileSync(fileOf(file), dimensionText(file, Math.min(valuesPerFile, values - file * valuesPerFile)))
  }
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: folder })
  return {
    folder,
    sources,
    commit: () => {
      git("init", "--quiet")
      git("add", "--all", "taxonomy-src")
      git(
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@example.org",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "Sources"
      )
    },
    declareNext: () => {
      replaceIn(header, "1.0.0", "1.0.1")
      replaceIn(header, "Many", "Very many")
    }
  }
}

const valuesPerFile = 500

const replaceIn = (file: string, old: string, now: string): void =>
  writeFileSync(file, readFileSync(file, "utf8").replace(old, now))

const dimensionText = (file: number, values: number): string => {
  const lines = [
    `name: d${file}`,
    `label: Dimension ${file}`,
    "description: One of many.",
    "shape: multiple",
    "required: false",
    "values:"
  ]
  for (let value = 0; value < values; value += 1) {
    lines.push(
      `  - code: VALUE_${file}_${value}`,
      `    label: Value ${value} of dimension ${file}`,
      `    description: What the value ${value} stands for, described at the usual length.`
    )
  }
  return `${lines.join("\n")}\n`
}
