import { fromBase64, toBase64 } from "./Base64.ts"
import type { Bytes } from "./Bytes.ts"
import { reject } from "./LogProblemText.ts"

/** The state of a log: the text of a note that the log signs (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string
  /** The number of leaves. */
  readonly size: number
  /** The root of the tree (RFC 6962, section 2.1). */
  readonly root: Bytes
}

export const formatCheckpoint = ({ origin, root, size }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Parses the text of a note. Throws `NotACheckpoint`. Extension lines are allowed, and ignored. */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = "", size = "", hash = "", ...extensions] = text.slice(0, -1).split("\n")
  const root = fromBase64(hash)
  const invalid = (line: number) => reject({ _tag: "NotACheckpoint", line })
  if (origin === "") throw invalid(1)
  if (!/^(?:0|[1-9]\d{0,14})$/.test(size)) throw invalid(2)
  if (root?.length !== 32) throw invalid(3)
  const empty = extensions.indexOf("")
  if (empty !== -1) throw invalid(4 + empty)
  return { origin, size: Number(size), root }
}
