import { resolve } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { makeSyncReader } from "../../platform/RegularFiles.ts"
import { readArtifacts, readManifest } from "../../release/artifacts/ArtifactCheck.ts"
import { type Ledger, readWithLedger } from "../../release/Ledger.ts"
import { readCheckpoint, makeLogTree } from "../../release/log/CheckpointFile.ts"
import { makeProver, formatAddCheckpoint } from "../../release/log/ProveArtifact.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { nothingPublished } from "../terminal/Output.ts"
import { selectRelease } from "../Workspace.ts"

const proveOptions = {
  subject: Options.textArgument(
    "subject",
    "license code, dimensions or schema; or consistency, for a witness that has seen the log at a smaller size"
  ),
  version: Options.versionOption("Release, such as v1.2.0, v1.2 or v1", "the newest", Options.VersionSelector),
  out: Options.textOption("out", "File of the proof").pipe(Options.withFile),
  artifactOut: Options.fileOption("artifact-out", "File for the bytes that the proof is about", "not written"),
  since: Options.textOption(
    "since",
    "Number of events that the witness has seen, for consistency",
    Options.defaultNote("none")
  ).pipe(
    Flag.withMetavar("number"),
    Flag.filterMap(
      (text) => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of events, such as 12"
    ),
    Options.optional
  ),
  releases: Options.releasesOption
}

type ProveInput = Options.InputOf<typeof proveOptions>

/**
 * `taxonomy prove`: writes a proof that can be verified without the releases: that an artifact was published, or that
 * the log has only grown.
 */
export const proveCommand = Options.makeCommand("prove", proveOptions, {
  "taxonomy prove NIL-EDU-IMAGE --version v1.0.0 --out edu.tlog-proof --artifact-out edu.json":
    "A license as 1.0.0 published it, with its proof",
  "taxonomy prove consistency --since 3 --out add-checkpoint":
    "What a witness that has seen 3 events needs to cosign the checkpoint"
})(function* (input) {
  const isConsistency = input.subject === "consistency"
  if (isConsistency && (input.version !== undefined || input.artifactOut !== undefined)) {
    return yield* usageError("A consistency proof is about the whole log. Remove --version and --artifact-out.")
  }
  if (!isConsistency && input.since !== undefined) {
    return yield* usageError("--since is for consistency proofs. Remove it, or prove consistency.")
  }
  if (input.artifactOut !== undefined && resolve(input.artifactOut) === resolve(input.out)) {
    return yield* usageError("--out and --artifact-out name the same file. Write to two files.")
  }
  const { ledger, value } = yield* readWithLedger(input.releases, ({ leaves }) => {
    const tree = makeLogTree(leaves)
    return Effect.map(readCheckpoint(input.releases, tree), (checkpoint) => ({ checkpoint, tree }))
  })
  const { checkpoint, tree } = value
  if (ledger.leaves.length === 0) return yield* commandRefused(nothingPublished(input.releases))
  if (checkpoint === undefined) {
    return yield* commandRefused("The log is unsigned, so nothing can be proven. Sign it with taxonomy log-sign.")
  }
  const log = { leaves: ledger.leaves, tree, checkpoint }
  return yield* isConsistency ? proveConsistency(input, log) : proveArtifact(input, ledger, log)
})

type Log = Parameters<typeof makeProver>[0] & { readonly checkpoint: StoredCheckpoint }

const proveConsistency = Effect.fnUntraced(function* ({ out, since }: ProveInput, log: Log) {
  const { origin, size } = log.checkpoint
  if (since === undefined) {
    return yield* usageError("Say with --since how many events the witness has seen, 0 for none.")
  }
  if (since > size) {
    const covered = formatCount(size, "event")
    return yield* commandRefused(`The checkpoint covers only ${covered}. Name at most ${size} with --since.`)
  }
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(out, formatAddCheckpoint(log, since))
  yield* Console.log(`Wrote ${out}: the log ${origin} has only grown from ${since} to ${formatCount(size, "event")}.`)
})

const proveArtifact = Effect.fnUntraced(function* (input: ProveInput, { history, leaves }: Ledger, log: Log) {
  const { artifactOut, out, releases, subject, version: selector } = input
  const release = yield* selector === undefined
    ? newestInForce(history)
    : selectRelease(selector, { history, releases })
  const { version } = release
  const path = yield* findPath(subject, release)
  const artifacts = yield* readArtifacts(releases, release, makeSyncReader(), (each) => each === path)
  const bytes = artifacts.get(path)?.bytes
  const manifest = yield* readManifest(releases, release, makeSyncReader())
  if (bytes === undefined) return yield* commandRefused(`Release ${version} has no file ${path}.`)
  const proof = makeProver(log)({ manifest, path, version })
  const { origin, size } = log.checkpoint
  if (proof === undefined) {
    return yield* commandRefused(
      `The checkpoint covers ${size} of ${formatCount(leaves.length, "event")}, and release ${version} is not among them. Sign the log with taxonomy log-sign.`
    )
  }
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(out, proof)
  if (artifactOut !== undefined) yield* fs.writeFile(artifactOut, bytes)
  const withdrawal = history.withdrawn.get(version)
  yield* Console.log(
    [
      `Wrote ${out}: the log ${origin} contains ${path} of release ${version}.`,
      ...(artifactOut === undefined ? [] : [`Wrote ${artifactOut}: ${path}.`]),
      ...(withdrawal === undefined ? [] : [`Release ${version} was withdrawn on ${dayOf(withdrawal.date)}.`])
    ].join("\n")
  )
})

/** The newest release that was not withdrawn, or the newest of those that were. */
const newestInForce = (history: ReleaseHistory) => {
  const release = newestStanding(history) ?? newestOf(history)
  return release === undefined ? Effect.die("A ledger with events has a release") : Effect.succeed(release)
}

/** The path of the artifact that a subject names, as URLs name it too. */
const findPath = Effect.fnUntraced(function* (subject: string, { taxonomy, version }: PublishedRelease) {
  if (subject === "dimensions" || subject === "schema") return `${subject}.json`
  const code = subject.replace(/^licenses\//, "")
  const codes = taxonomy.licenses.map((license) => license.code)
  if (codes.some((known) => known === code)) return `licenses/${code}.json`
  const names = [...codes, "dimensions", "schema"]
  const hint = didYouMean(code, names) ?? `Choose a license code, dimensions or schema.`
  return yield* commandRefused(`Release ${version} has no license "${code}". ${hint}`)
})
