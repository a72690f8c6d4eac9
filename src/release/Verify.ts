import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { CheckId } from "../domain/checks/CheckRegistry.ts"
import { pointTo, type Finding } from "../domain/diagnostic/Finding.ts"
import { genesis, type Head } from "../domain/ledger/HashChain.ts"
import { noHistory, type History, type PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { forEachWithProgress } from "../platform/Progress.ts"
import { digestOf, folderOf, manifestFile, render } from "./artifacts/Renderers.ts"
import { ledgerFile, readLedger } from "./ledger/Ledger.ts"
import { brokenFinding, updateProgram } from "./LedgerFindings.ts"
import { encodeFiles, compareFolder, entryTypeAt, type Difference } from "./ReleaseFolder.ts"

export interface Verification {
  readonly history: History
  readonly head: Head
  /** An error means that something differs from what was published. */
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Replays the ledger, renders every artifact of every release again, and compares the bytes with the files. Reports
 * every difference, not only the first.
 */
export const verify = Effect.fn("verify")(function* (releases: string) {
  const ledger = yield* Effect.result(readLedger(releases))
  const others = yield* strayEntries(releases, Result.isSuccess(ledger) ? ledger.success.history : undefined)
  if (Result.isFailure(ledger)) {
    if (ledger.failure._tag !== "ChainBroken") return yield* ledger.failure
    const findings = [brokenFinding(ledger.failure), ...others]
    const verification: Verification = { history: noHistory, head: genesis, findings }
    return verification
  }
  const { head, history } = ledger.success
  const broken = yield* forEachWithProgress("Verifying releases", [...history.releases.values()], (release) =>
    verifyRelease(releases, release)
  )
  const verification: Verification = { history, head, findings: [...broken.flat(), ...others] }
  return verification
})

const verifyRelease = Effect.fn("verifyRelease")(function* (releases: string, release: PublishedRelease) {
  const paths = yield* Path.Path
  const name = folderOf(release)
  const artifacts = render(release)
  if (artifacts === undefined) {
    const message = `Release ${release.version} has format ${release.format}, written by a newer version`
    return [{ ...error("artifact/newer-format", `${name}/${manifestFile}`, message), help: updateProgram }]
  }
  const findings: Array<Finding> = []
  if (digestOf(artifacts.manifest) !== release.manifest) {
    const message = `Release ${release.version}, rebuilt from the ledger, is not the one that the ledger recorded`
    findings.push(error("artifact/not-reproducible", `${name}/${manifestFile}`, message))
  }
  if ((yield* entryTypeAt(paths.join(releases, name))) === undefined) {
    return [...findings, missing(name, `The folder ${name} is missing`)]
  }
  const differing = yield* compareFolder(paths.join(releases, name), encodeFiles(artifacts))
  return [...findings, ...differing.map((difference) => differenceFinding(name, difference))]
})

const differenceFinding = (folder: string, { kind, path }: Difference): Finding => {
  const file = path === "" ? folder : `${folder}/${path}`
  switch (kind) {
    case "altered":
      return error("artifact/altered", file, `${file} is not what was published`)
    case "missing":
      return missing(file, `${file} is missing`)
    case "extra":
      return error("artifact/extra", file, `${file} is not part of the release`)
  }
}

const missing = (file: string, message: string): Finding => ({
  ...error("artifact/missing", file, message),
  help: "Write it again from the ledger: taxonomy rebuild."
})

const error = (rule: CheckId, file: string, message: string): Finding => ({
  rule,
  level: "error",
  message,
  help: "Restore it from git or a backup; what was published never changes.",
  at: pointTo.release(file)
})

/** Reports entries that the ledger does not name. Hidden files are locks and unfinished work. */
const strayEntries = Effect.fnUntraced(function* (releases: string, history: History | undefined) {
  const fs = yield* FileSystem.FileSystem
  const published = new Set([...(history?.releases.values() ?? [])].map(folderOf))
  const names = (yield* fs.readDirectory(releases)).filter(
    (name) => name !== ledgerFile && !name.startsWith(".") && !published.has(name)
  )
  return names.sort().flatMap((name): ReadonlyArray<Finding> => {
    if (!/^v\d+\.\d+\.\d+$/.test(name)) return [error("artifact/extra", name, `${name} is nothing that a release made`)]
    // If the ledger cannot be read, any folder may have been published.
    if (history === undefined) return []
    return [
      {
        rule: "artifact/unpublished",
        level: "warning",
        message: `${name} is not in the ledger, so it was never published`,
        help: "The next build-release of that version takes it over where its bytes are the same.",
        at: pointTo.release(name)
      }
    ]
  })
})
