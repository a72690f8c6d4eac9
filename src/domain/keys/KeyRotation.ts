import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { isActive, type KeyRecord } from "./KeyRegistry.ts"

/** Days after which a key is due for rotation (service spec, 5.4). */
export const rotationDays = 90

/** How many whole days ago a key was issued, as of `now`. */
export const ageInDays = ({ date }: KeyRecord, now: Timestamp): number =>
  Math.max(0, Math.floor((millis(now) - millis(date)) / millisPerDay))

/** Whether an active key is older than keys should become. */
export const isDueForRotation = (key: KeyRecord, now: Timestamp): boolean =>
  isActive(key) && millis(now) - millis(key.date) > rotationDays * millisPerDay

const millisPerDay = 86_400_000

const millis = (timestamp: Timestamp): number => DateTime.makeUnsafe(timestamp).epochMilliseconds
