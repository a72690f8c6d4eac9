import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../release/ReleaseEvent.ts"

/** An instant in the form of the ledgers: UTC, cut to the second. */
export const timestampOf = (instant: DateTime.DateTime): Timestamp =>
  DateTime.formatIso(DateTime.toUtc(instant)).replace(/\.\d+Z$/, "Z")
