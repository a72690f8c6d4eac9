import { closeSync, openSync, statSync, writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import type { Assessment } from "../../domain/contracts/Assessment.ts"
import type { Contract } from "../../domain/contracts/impact/ReadContract.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import { usageError, type CommandRefused } from "../CommandRefused.ts"

/** Where a contract was read. */
export interface ContractPlace {
  readonly file: string
  readonly line: number
}

export type WriteAffected = (contract: Contract, place: ContractPlace, assessment: Assessment) => void

/** Runs work that writes the affected contracts to a file, a line of JSON each. Without a path, nothing is written. */
export const withAffectedFile = <A, E, R>(
  path: string | undefined,
  inputs: ReadonlyArray<string>,
  work: (write: WriteAffected) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | PlatformError | CommandRefused, R> => {
  if (path === undefined) return work(() => undefined)
  if (inputs.some((input) => isSameFile(input, path))) {
    return usageError(`${path} is one of the files to read. Name another file with --ids.`)
  }
  return Effect.acquireUseRelease(
    Effect.try({ try: () => openSync(path, "w"), catch: toPlatformError(path) }),
    (file) => {
      let lines = ""
      const flush = (): void => {
        const bytes = Buffer.from(lines)
        for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
        lines = ""
      }
      return Effect.flatMap(
        work((contract, place, assessment) => {
          if (assessment.verdict === "valid") return
          lines += `${JSON.stringify(toAffected(contract, place, assessment))}\n`
          if (lines.length > batchLength) flush()
        }),
        (result) => Effect.as(Effect.try({ try: flush, catch: toPlatformError(path) }), result)
      )
    },
    (file) => Effect.sync(() => closeSync(file))
  )
}

const batchLength = 65_536

const toAffected = (
  { id, version }: Contract,
  { file, line }: ContractPlace,
  { broken, deprecated, migration, verdict }: Assessment
) => ({
  id: id ?? null,
  version,
  file,
  line,
  verdict,
  broken: namesOf(broken),
  deprecated: namesOf(deprecated),
  migratable: verdict === "broken" && migration?.config !== undefined
})

const namesOf = (facts: ReadonlyArray<{ readonly item: Parameters<typeof formatItem>[0] }>): ReadonlyArray<string> => [
  ...new Set(facts.map(({ item }) => formatItem(item)))
]

const isSameFile = (input: string, path: string): boolean => {
  const [left, right] = [input, path].map((each) => statSync(each, { throwIfNoEntry: false }))
  return left !== undefined && right !== undefined && left.ino === right.ino && left.dev === right.dev
}
