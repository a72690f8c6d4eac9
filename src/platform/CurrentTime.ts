import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { timestampOf } from "../domain/ledger/Timestamp.ts"

/** The time when the effect runs, as events record it. */
export const currentTime = Effect.map(DateTime.now, timestampOf)
