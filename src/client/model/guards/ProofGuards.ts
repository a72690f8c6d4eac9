import { guardBy, type Guard } from "./Guard.ts"

/** Guards the text of a proof (C2SP tlog-proof), as far as the client reads it. */
export const guardProof: Guard = (value) =>
  guardBy(value, (text) => typeof text === "string" && text.startsWith("c2sp.org/tlog-proof@v1\n"), "a proof")

/** Guards the text of a checkpoint (C2SP signed-note), as far as the client reads it. */
export const guardCheckpoint: Guard = (value) =>
  guardBy(value, (text) => typeof text === "string" && text.includes("\n\n— "), "a signed note")
