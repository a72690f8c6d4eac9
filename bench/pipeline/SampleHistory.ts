import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Result from "effect/Result"
import { stringify } from "yaml"
import { decide } from "../../src/domain/release/PublishRelease.ts"
import { publicationOf } from "../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { chooseFormat } from "../../src/release/artifacts/FormatChoice.ts"
import { folderOf } from "../../src/release/artifacts/Manifest.ts"
import { renderRelease } from "../../src/release/artifacts/ReleaseRenderer.ts"
import { ledgerFile, parseLedger, withEvent } from "../../src/release/Ledger.ts"

/** The size of each release of a generated history. */
export interface ReleaseSize {
  readonly dimensions: number
  /** Values of each dimension. */
  readonly values: number
  readonly licenses: number
}

/** A release of about 1 MB, most of it in the schema or in the licenses. */
export const megabyteOfValues: ReleaseSize = { dimensions: 12, values: 110, licenses: 25 }
export const megabyteOfLicenses: ReleaseSize = { dimensions: 12, values: 70, licenses: 100 }

/** A release that commands take hardly longer for than their start. */
export const smallSize: ReleaseSize = { dimensions: 1, values: 60, licenses: 1 }

/**
 * Writes releases as the publisher does, without waiting for the disk. Each changes the description of one license; half
 * of them belong to a second major.
 */
export const writeHistory = (releases: string, count: number, size: ReleaseSize): void => {
  let ledger = Result.getOrThrow(parseLedger(new Uint8Array()))
  for (const number of numbers(count)) {
    const taxonomy = taxonomyOf(size, number)
    const decision = decide(ledger.history, {
      version: versionOf(count, number),
      taxonomy,
      waivers: [],
      published_at: time,
      now: time,
      source_commit: "0".repeat(40),
      format: chooseFormat(undefined, taxonomy)
    })
    if (decision.outcome._tag !== "Publish") throw new Error(JSON.stringify(decision.findings))
    const { release } = decision.outcome
    const rendered = renderRelease(release)
    if (rendered === undefined) throw new Error("No renderer")
    const { digest, files } = rendered
    for (const [path, bytes] of files) {
      const file = join(releases, folderOf(release), path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
    ledger = Result.getOrThrow(withEvent(ledger, publicationOf(release, digest)))
  }
  writeFileSync(join(releases, ledgerFile), ledger.text)
}

/** Writes sources of the release that follows a generated history. */
export const writeNextSources = (folder: string, count: number, size: ReleaseSize): void => {
  const { dimensions, licenses, rules: _, ...header } = taxonomyOf(size, count)
  const write = (path: string, content: object) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, stringify(content, { lineWidth: 0 }))
  }
  write("taxonomy.yaml", { ...header, version: versionOf(count, count) })
  for (const dimension of dimensions) write(`dimensions/${dimension.name}.yaml`, dimension)
  for (const license of licenses) write(`licenses/${license.code}.yaml`, license)
}

const versionOf = (count: number, number: number): Version => {
  const half = Math.ceil(count / 2)
  return Version.make(number < half ? `1.${number}.0` : `2.${number - half}.0`)
}

const time = "2026-01-15T10:00:00Z"

const taxonomyOf = ({ dimensions, licenses, values }: ReleaseSize, release: number): Taxonomy => ({
  namespace: "bench",
  title: "Bench",
  description: `As of release ${release}.`,
  dimensions: numbers(dimensions).map((dimension) => ({
    name: dimensionName(dimension),
    label: `Dimension ${dimension}`,
    description: text(dimension, 40),
    shape: "multiple",
    required: false,
    values: numbers(values).map((value) => ({
      code: `VALUE-${dimension}-${value}`,
      label: `Value ${value}`,
      description: text(dimension * 100 + value, 40)
    }))
  })),
  licenses: numbers(licenses).map((license) => ({
    code: `LICENSE-${String(license).padStart(3, "0")}`,
    name: `License ${license}`,
    description: text(license === release % licenses ? release : license, 60),
    config: Object.fromEntries(
      numbers(Math.min(dimensions, 12)).map((dimension) => [
        dimensionName(dimension),
        numbers(4).map((value) => `VALUE-${dimension}-${(license + value * 11) % Math.min(values, 60)}`)
      ])
    )
  })),
  rules: []
})

const dimensionName = (dimension: number) => `dimension_${String(dimension).padStart(2, "0")}`

const text = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) => words[(seed * 7919 + index * index * 31) % words.length]).join(" ")

const words =
  "the athlete grants use of a name an image or a likeness within limits that both sides approve before anything is shown to fans media sponsors schools and their partners in writing for each campaign season territory channel product service game card book film".split(
    " "
  )

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)
