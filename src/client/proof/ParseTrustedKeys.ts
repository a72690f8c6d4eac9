import { type LogCrypto, parseVerifierKey, type VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import type { TrustPolicy } from "../../domain/transparency/VerifyCheckpoint.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { TrustedKeys } from "./TrustedKeys.ts"

/** Parses the keys that a caller trusts, which plain JavaScript may give in any form. Rejects with `InvalidArgument`. */
export const parseTrustedKeys = async (crypto: LogCrypto, trusted: unknown): Promise<TrustPolicy> => {
  const {
    logKeys,
    quorum: given,
    witnesses = []
  }: { readonly [Name in keyof TrustedKeys]?: unknown } = typeof trusted === "object" &&
  trusted !== null &&
  "logKeys" in trusted
    ? trusted
    : { logKeys: trusted }
  const keys = await parseKeys(crypto, logKeys)
  if (keys.length === 0) throw invalid("must contain the verifier key of a log.")
  const others = await parseKeys(crypto, witnesses)
  const names = new Set(others.map(({ name }) => name))
  const quorum = given ?? names.size
  if (typeof quorum !== "number" || !Number.isInteger(quorum) || quorum < 0 || quorum > names.size) {
    throw invalid("the quorum must be a number from 0 to the number of witnesses.")
  }
  return { logKeys: keys, witnesses: others, quorum }
}

const parseKeys = async (crypto: LogCrypto, texts: unknown): Promise<ReadonlyArray<VerifierKey>> => {
  const list: ReadonlyArray<unknown> = Array.isArray(texts) ? texts : [texts]
  if (!list.every((text) => typeof text === "string")) throw invalid("must be texts in the form NAME+ID+KEY.")
  const lines = list.flatMap((text) => text.split("\n").map((line) => line.trim()))
  return Promise.all(lines.filter((line) => line !== "").map((line) => parseVerifierKey(crypto, line)))
}

const invalid = (problem: string) => new InvalidArgument("trustedKeys", problem)
