import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { altered, extra, missing, newerFormat, notReproducible, unpublished } from "../domain/checks/ArtifactChecks.ts"
import { makeFinding, type Finding, inRelease } from "../domain/Finding.ts"
import { genesis, type Head } from "../domain/ledger/HashChain.ts"
import { emptyHistory, type ReleaseHistory, type PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { forEachWithProgress } from "../platform/Progress.ts"
import { makeSyncReader, type ReadRegularFiles } from "../platform/RegularFiles.ts"
import { isManifestAlone, mirrorFolder } from "./artifacts/ArtifactCheck.ts"
import { folderOf, manifestFile } from "./artifacts/Manifest.ts"
import { renderRelease } from "./artifacts/ReleaseRenderer.ts"
import { ledgerFile, readWithLedger } from "./Ledger.ts"
import { checkpointFile } from "./log/CheckpointFile.ts"
import { type LogFacts, verifyLog, type LogDemands } from "./log/VerifyLog.ts"
import { brokenFinding } from "./Preview.ts"
import { compareFolder, entryTypeAt, type Difference } from "./ReleaseFolder.ts"

interface Verification {
  readonly history: ReleaseHistory
  readonly head: Head
  /** An error means that something differs from what was published. */
  readonly findings: ReadonlyArray<Finding>
  /** The number of releases of a mirror that have their manifest alone, since it was told not to keep the rest. */
  readonly manifestsAlone: number
  /** `undefined` if the ledger cannot be read, or the checkpoint is not one of it. */
  readonly log?: LogFacts | undefined
}

/**
 * Replays the ledger, verifies its checkpoint, renders every artifact of every release again, and compares the bytes with
 * the files. Reports every difference, not only the first.
 */
export const verify = Effect.fn("verify")(function* (releases: string, demands: LogDemands = {}) {
  const read = yield* Effect.result(readWithLedger(releases, ({ leaves }) => verifyLog(releases, leaves, demands)))
  if (Result.isSuccess(read)) {
    const { findings, log } = read.success.value
    const verified = yield* verifyLedger(releases, read.success.ledger)
    const verification: Verification = { ...verified, log, findings: [...findings, ...verified.findings] }
    return verification
  }
  if (read.failure._tag !== "ChainBroken") return yield* read.failure
  const findings = [brokenFinding(read.failure), ...(yield* strayEntries(releases, undefined))]
  const verification: Verification = { history: emptyHistory, head: genesis, findings, manifestsAlone: 0 }
  return verification
})

/** Verifies the artifacts of a ledger that was just replayed. */
export const verifyLedger = Effect.fn("verifyLedger")(function* (
  releases: string,
  { head, history }: Pick<Verification, "head" | "history">
) {
  const others = yield* strayEntries(releases, history)
  const read = makeSyncReader()
  const isMirror = (yield* entryTypeAt(join(releases, mirrorFolder))) !== undefined
  let manifestsAlone = 0
  const broken = yield* forEachWithProgress("Verifying releases", [...history.releases.values()], (release) =>
    Effect.gen(function* () {
      const findings = yield* verifyRelease(releases, release, read)
      if (!isMirror || !(yield* isManifestAlone(releases, release))) return findings
      manifestsAlone++
      return findings.filter(({ rule }) => rule !== missing.id)
    })
  )
  const verification: Verification = { history, head, findings: [...broken.flat(), ...others], manifestsAlone }
  return verification
})

/** Renders a release from the ledger, and reports each of its files that differs. */
export const verifyRelease = Effect.fn("verifyRelease")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const name = folderOf(release)
  const rendered = renderRelease(release)
  const inManifest = at(`${name}/${manifestFile}`)
  const { format, version } = release
  if (rendered === undefined) return [makeFinding(newerFormat, { version, format }, inManifest)]
  const findings: Array<Finding> = []
  if (rendered.digest !== release.manifest) {
    findings.push(makeFinding(notReproducible, { version }, inManifest))
  }
  if ((yield* entryTypeAt(join(releases, name))) === undefined) {
    return [...findings, makeFinding(missing, { file: name }, at(name))]
  }
  const differing = yield* compareFolder(join(releases, name), rendered.files, read)
  return [...findings, ...differing.map((difference) => differenceFinding(name, difference))]
})

const differenceFinding = (folder: string, { kind, path }: Difference): Finding => {
  const file = path === "" ? folder : `${folder}/${path}`
  return makeFinding(checkOf[kind], { file }, at(file))
}

const checkOf = { altered, missing, extra } as const

const at = (file: string) => ({ location: inRelease(file) })

/** Reports entries that the ledger does not name. Hidden files are locks and unfinished work. */
const strayEntries = Effect.fnUntraced(function* (releases: string, history: ReleaseHistory | undefined) {
  const fs = yield* FileSystem.FileSystem
  const published = new Set([...(history?.releases.values() ?? [])].map(folderOf))
  const names = (yield* fs.readDirectory(releases)).filter(
    (name) => name !== ledgerFile && name !== checkpointFile && !name.startsWith(".") && !published.has(name)
  )
  return names.sort().flatMap((name): ReadonlyArray<Finding> => {
    if (!/^v\d+\.\d+\.\d+$/.test(name)) return [makeFinding(extra, { file: name }, at(name))]
    // If the ledger cannot be read, any folder may have been published.
    return history === undefined ? [] : [makeFinding(unpublished, { folder: name }, at(name))]
  })
})
