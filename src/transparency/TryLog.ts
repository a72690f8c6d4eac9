import * as Effect from "effect/Effect"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import { verifyCheckpoint, type TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../platform/WebCrypto.ts"

/** Runs a function of the domain that rejects with `LogRejected`. Whatever else it throws is a mistake in the program. */
export const tryLog = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: rejectionOf })

/** The same for a function that throws. */
export const tryLogSync = <A>(run: () => A) => Effect.try({ try: run, catch: rejectionOf })

/** Verifies the signatures of a checkpoint. Fails with `LogRejected`. */
export const tryVerify = (source: string, policy: TrustPolicy) =>
  tryLog(() => verifyCheckpoint(webCrypto, source, policy))

const rejectionOf = (cause: unknown): LogRejected => {
  if (cause instanceof LogRejected) return cause
  throw cause
}
