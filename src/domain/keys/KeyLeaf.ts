import type { Chain, Head } from "../ledger/HashChain.ts"
import type { LogLeaf } from "../transparency/LogLeaf.ts"
import type { KeyEvent } from "./KeyEvent.ts"

/** The leaves of the transparency log for the key events that follow a head. They disclose neither keys nor holders. */
export const keyLeavesOf = ({ events, hashes }: Chain<KeyEvent>, { sequence }: Head): ReadonlyArray<LogLeaf> =>
  events.map(({ _tag: type }, index) => ({
    event: hashes[index] ?? "",
    manifest: null,
    sequence: sequence + index + 1,
    type,
    version: null
  }))
