import type { Json } from "effect/Schema"
import type { Check } from "../checks/Check.ts"
import type { CheckId } from "../checks/CheckRegistry.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Location } from "./Location.ts"

/** `error` fails the run, `warning` does not. */
export type Level = "error" | "warning"

/** All that varies between the findings of a check, as JSON, without what is undefined. The sentences are made from this. */
export type Facts = { readonly [name: string]: Json | undefined }

/** What a check found, as data. `src/report` makes the sentences when it renders a report. */
export interface Finding {
  /** The id of the check. */
  readonly rule: CheckId
  readonly level: Level
  /** The item concerned. */
  readonly item?: ItemRef
  readonly context: Facts
  readonly location: Location
}

/** Makes a finding of a check. Its facts must be those from which the check makes its sentences. */
export const makeFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  where: Pick<Finding, "item" | "location">
): Finding => ({ rule: check.id, level: check.level, context, ...where })

export const isError = ({ level }: Finding): boolean => level === "error"
