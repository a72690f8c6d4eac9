import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { toBase64 } from "../../domain/transparency/Base64.ts"
import type { Bytes } from "../../domain/transparency/Bytes.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import { decodeNote } from "../../domain/transparency/SignedNote.ts"
import { verifyProof, type ProvenArtifact } from "../../domain/transparency/VerifyProof.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { webCrypto } from "../../platform/WebCrypto.ts"
import { visibleLine } from "../../report/text/PlainText.ts"
import { requireTrust } from "../options/ReadTrust.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { formatProven } from "./ProvenText.ts"
import type { VerifyProofInput } from "./VerifyProof.ts"

/** Prints what a proof states, or why it is not accepted. */
export const runVerifyProof = Effect.fnUntraced(function* (input: VerifyProofInput) {
  const policy = yield* requireTrust(input)
  const proofBytes = yield* readRegularFile(input.proof)
  const artifact: Bytes = new Uint8Array(yield* readRegularFile(input.artifact))
  const expected = { version: Option.getOrUndefined(input.version), path: Option.getOrUndefined(input.path) }
  const verified = yield* Effect.result(
    Effect.tryPromise({
      try: () => verifyProof(webCrypto, { artifact, proof: decodeNote(proofBytes) }, policy, expected),
      catch: (cause) => {
        if (cause instanceof LogRejected) return cause
        throw cause
      }
    })
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

const toJson = ({ artifact, proof }: VerifyProofInput, proven: ProvenArtifact, digest: string) => {
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
