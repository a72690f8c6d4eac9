import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { isActive, type ApiKeyRecord } from "./KeyRegistry.ts"

/** The age in days at which a key is due for rotation (service spec, 5.4). */
export const rotationDays = 90

/** The whole days since a key was issued. */
export const ageInDays = ({ date }: ApiKeyRecord, now: Timestamp): number =>
  Math.max(0, Math.floor((millis(now) - millis(date)) / millisPerDay))

/** True if a key is active and older than 90 days. */
export const isDueForRotation = (key: ApiKeyRecord, now: Timestamp): boolean =>
  isActive(key) && millis(now) - millis(key.date) > rotationDays * millisPerDay

const millisPerDay = 86_400_000

const millis = (timestamp: Timestamp): number => DateTime.makeUnsafe(timestamp).epochMilliseconds
