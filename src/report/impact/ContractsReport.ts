import type { ImpactReport } from "./ImpactReport.ts"

/** What a proposed release does to the contracts of a file, as a part of the report on the release. */
export type ContractsReport =
  | { readonly _tag: "Assessed"; readonly report: ImpactReport }
  /** `reason` is that of the operating system, such as `NotFound`. */
  | { readonly _tag: "Unread"; readonly reason: string }
