import * as Result from "effect/Result"
import type { Event, EventCodec } from "../../../src/domain/ledger/EventCodec.ts"
import { seal, type Head } from "../../../src/domain/ledger/HashChain.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"

/** Continues a chain with any event in any schema version, as a newer or a broken program would write it. */
export const sealUnknown = (head: Head, event: Event & Readonly<Record<string, unknown>>, schema = 1) =>
  seal(sha256, codecOf(schema), head, event)

const codecOf = (schema: number): EventCodec<Event> => ({
  decode: () => Result.fail("unreadable"),
  encode: ({ _tag, ...data }) => ({ type: _tag, schema, data })
})
