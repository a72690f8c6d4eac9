import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Proposal } from "./Program.ts"

type Texts = ReadonlyMap<string, string>

/** Prints two outcomes as far as they differ, and writes the sources to a folder. */
export const writeDifference = (title: string, { date, now, tree }: Proposal, own: Texts, other: Texts): void => {
  const folder = mkdtempSync(join(tmpdir(), "difference-"))
  for (const entry of tree) {
    if (entry._tag !== "File") continue
    mkdirSync(dirname(join(folder, entry.path)), { recursive: true })
    writeFileSync(join(folder, entry.path), entry.bytes)
  }
  process.stdout.write(`\n${title}, dated ${date}, decided ${now}, sources in ${folder}\n`)
  for (const name of new Set([...other.keys(), ...own.keys()])) {
    if (own.get(name) === other.get(name)) continue
    process.stdout.write(`--- ${name} here\n${own.get(name)}\n+++ ${name} there\n${other.get(name)}\n`)
  }
}
