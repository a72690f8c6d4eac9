import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { keyStatus } from "./KeyExpiry.ts"
import type { ApiKeyRecord } from "./KeyRegistry.ts"

/** The age in days at which a key is due for rotation (service spec, 5.4). */
export const rotationDays = 90

/** The whole days since a key was issued. */
export const ageInDays = ({ date }: ApiKeyRecord, now: Timestamp): number => daysBetween(date, now)

/** The whole days from one instant to a later one. */
export const daysBetween = (from: Timestamp, to: Timestamp): number =>
  Math.max(0, Math.floor((millis(to) - millis(from)) / millisPerDay))

/** True if a key is active and older than 90 days. */
export const isDueForRotation = (key: ApiKeyRecord, now: Timestamp): boolean =>
  keyStatus(key, now) === "active" && millis(now) - millis(key.date) > rotationDays * millisPerDay

const millisPerDay = 86_400_000

const millis = (timestamp: Timestamp): number => DateTime.makeUnsafe(timestamp).epochMilliseconds
