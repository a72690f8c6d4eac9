import type { ReleaseEntry } from "../data/Bodies.ts"
import { formatDate } from "../model/Dates.ts"

/** Why another release than this one should be used. `reason` is what a person gave as one. */
export interface NoticeText {
  readonly sentence: string
  readonly reason: string | undefined
}

/** Says what is to know of a release that is not the current one; `undefined` of the current one. */
export const noticeOf = ({ end_of_life, release, status, ...entry }: ReleaseEntry): NoticeText | undefined => {
  switch (status) {
    case "withdrawn": {
      const { date, reason } = entry.withdrawn ?? {}
      const day = date === undefined ? "" : ` on ${formatDate(date)}`
      return { sentence: `Release ${release} was withdrawn${day}.`, reason }
    }
    case "end-of-life":
      // The ledger records no end of what was published before 1.0.0.
      return end_of_life === undefined
        ? { sentence: `Release ${release} is older than 1.0.0. The service does not serve it.`, reason: undefined }
        : {
            sentence: `The end of life of ${entry.api_version ?? `release ${release}`} is ${formatDate(end_of_life.date)}.`,
            reason: end_of_life.reason
          }
    case "superseded":
      return { sentence: `Release ${release} is superseded by a newer one.`, reason: undefined }
    case "current":
      return undefined
  }
}
