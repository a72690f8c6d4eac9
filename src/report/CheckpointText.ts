import type { ReportedCheckpoint } from "./Report.ts"

/** What was signed, and with which keys, in one sentence. */
export const formatCheckpoint = ({ origin, signers, size }: ReportedCheckpoint): string =>
  `Signed the log ${origin} up to event ${size} with ${signers.map(({ id, name }) => `${name}+${id}`).join(" and ")}.`
