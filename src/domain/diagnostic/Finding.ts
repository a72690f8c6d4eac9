import type { Check } from "../checks/Check.ts"
import type { CheckId } from "../checks/CheckRegistry.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Location } from "./Location.ts"

/** `error` fails the run, `warning` does not. */
export type Level = "error" | "warning"

/** JSON, so that reports can carry it as it is. */
export type Fact =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Fact>
  | { readonly [name: string]: Fact | undefined }

/** All that varies between the findings of a check; its sentences are made from this. */
export type Facts = { readonly [name: string]: Fact | undefined }

/** What a check found, as data. `src/report` makes the sentences when it renders a report. */
export interface Finding {
  /** The id of the check. */
  readonly rule: CheckId
  readonly level: Level
  /** The item concerned. */
  readonly item?: ItemRef
  readonly context?: Facts
  readonly location?: Location
  /** In place of `item` and `context`, as long as tests of reports make findings with sentences. */
  readonly subject?: string
  readonly message?: string
  readonly help?: string
}

/** Makes a finding of a check. Its facts must be those from which the check makes its sentences. */
export const makeFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  where: Pick<Finding, "item" | "location">
): Finding => ({ rule: check.id, level: check.level, context, ...where })

export const isError = ({ level }: Finding): boolean => level === "error"
