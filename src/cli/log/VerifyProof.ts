import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { toBase64, type Bytes } from "../../domain/transparency/Bytes.ts"
import { decodeNote } from "../../domain/transparency/Checkpoint.ts"
import { type LogRejected, formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { verifyProof, type VerifiedArtifact } from "../../domain/transparency/VerifyProof.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { webCrypto } from "../../platform/WebCrypto.ts"
import { formatCosigner } from "../../report/LogText.ts"
import { formatCount, visibleLine } from "../../report/text/PlainText.ts"
import { tryLog } from "../../transparency/TryLog.ts"
import * as Options from "../options/Options.ts"
import { requireTrust, requiredTrustedKeyOption, witnessOptions } from "../options/Trust.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"

const verifyProofOptions = {
  proof: Options.fileArgument("proof", "File of the proof"),
  artifact: Options.textOption("artifact", "File with the bytes that the proof is about").pipe(Options.withFile),
  trustedKey: requiredTrustedKeyOption,
  version: Options.versionOption(
    "Release that the proof must be about, such as v1.2.0",
    "any",
    Options.PrefixedVersion
  ),
  path: Options.optionalOption(
    "path",
    "File of the release that the proof must be about, such as licenses/NIL-EDU-IMAGE.json",
    "any",
    "path"
  ),
  ...witnessOptions,
  format: Options.plainFormatOption
}

type VerifyProofInput = Options.InputOf<typeof verifyProofOptions>

/**
 * `taxonomy verify-proof`: verifies a proof without the releases, and without a network. Prints what a proof states, or
 * why it is not accepted.
 */
export const verifyProofCommand = Options.makeCommand("verify-proof", verifyProofOptions, {
  "taxonomy verify-proof edu.tlog-proof --artifact edu.json --trusted-key log.vkey":
    "What was published, when, and who signed it",
  "taxonomy verify-proof edu.tlog-proof --artifact edu.json --trusted-key log.vkey --version v1.0.0 --path licenses/NIL-EDU-IMAGE.json":
    "Whether it is what a contract names"
})(function* (input) {
  const policy = yield* requireTrust(input)
  const proofBytes = yield* readRegularFile(input.proof)
  const artifact: Bytes = new Uint8Array(yield* readRegularFile(input.artifact))
  const { path, version } = input
  const verified = yield* Effect.result(
    tryLog(async () => verifyProof(webCrypto, { artifact, proof: decodeNote(proofBytes) }, policy, { path, version }))
  )
  if (Result.isFailure(verified)) return yield* refuse(input, verified.failure)
  const proven = verified.success
  yield* Console.log(
    input.format === "json"
      ? jsonLine(toJson(input, proven, sha256(artifact)))
      : formatProven(proven, { file: input.artifact, bytes: artifact.length })
  )
})

const refuse = Effect.fnUntraced(function* ({ artifact, format, proof }: VerifyProofInput, rejected: LogRejected) {
  const { message, problem } = rejected
  if (format === "json") {
    yield* Console.log(jsonLine({ command: "verify-proof", ok: false, proof, artifact, problem, message }))
  } else {
    // Nothing in a proof can be trusted, nor printed as it is.
    yield* Console.error(visibleLine(`error: ${proof}: ${message}.`))
    if (problem._tag === "NotAProof" && problem.reason === "header") {
      yield* Console.error("help:  The argument is the proof, and --artifact the file that it is about.")
    }
  }
  return yield* new RunFailed({ exitCode: ExitCode.broken })
})

const toJson = ({ artifact, proof }: VerifyProofInput, proven: VerifiedArtifact, digest: string) => {
  const { checkpoint, index, path, publishedAt, version } = proven
  const { cosigners, origin, root, signers, size } = checkpoint
  return {
    command: "verify-proof",
    ok: true,
    proof,
    artifact,
    version,
    path,
    sha256: digest,
    published_at: publishedAt,
    index,
    log: { origin, size, root: toBase64(root), signers, cosigners }
  }
}

/** What a verified proof states, in words. */
const formatProven = (
  { checkpoint, index, path, publishedAt, version }: VerifiedArtifact,
  { bytes, file }: { readonly bytes: number; readonly file: string }
): string => {
  const { cosigners, origin, signers, size } = checkpoint
  return [
    visibleLine(`Proven: ${file} is what release ${version} published as ${path}.`),
    "",
    ...formatRows([
      ["Content", `${formatCount(bytes, "byte")}, unaltered`],
      ["Published", publishedAt],
      ["Log", `${origin}, event ${index + 1} of ${size}`],
      ["Signed by", signers.map(formatKeyName).join(", ")],
      ...(cosigners.length === 0 ? [] : [["Cosigned by", cosigners.map(formatCosigner).join(", ")] as const])
    ])
  ].join("\n")
}

const formatRows = (rows: ReadonlyArray<readonly [name: string, value: string]>): ReadonlyArray<string> =>
  rows.map(([name, value]) => `  ${name.padEnd("Cosigned by".length)}  ${visibleLine(value)}`)
