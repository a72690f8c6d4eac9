import type { Json } from "effect/Schema"
import type { ChangeKind } from "../change/Change.ts"
import type { Check } from "../checks/Check.ts"
import type { CheckId } from "../checks/CheckRegistry.ts"
import type { ItemId, ItemRef } from "../taxonomy/ItemRef.ts"
import type { Bump, Version } from "../taxonomy/Version.ts"
import type { FixEdit } from "./Fix.ts"
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
  /** What links it to the findings from which it follows, and to those that follow from it. */
  readonly links?: Links
  /** Findings that follow from it, and are not reported on their own. */
  readonly follow_ups?: ReadonlyArray<Finding>
  /** A waiver that would cover it, if it were for this version. */
  readonly near_waiver?: { readonly version: Version; readonly location: Location }
  /** The changes of the release that cause it. */
  readonly changes?: ReadonlyArray<LocatedChange>
  /** The edits that its help describes, if they can be applied mechanically. */
  readonly fix?: ReadonlyArray<FixEdit>
}

export interface Links {
  /** The items in which the finding has its cause, if that is not its own item; `undefined` for the taxonomy itself. */
  readonly causes?: ReadonlyArray<ItemId | undefined>
  /** The items of which it explains findings, if that is not its own item. */
  readonly explains?: ReadonlyArray<ItemId>
}

/** A change of the proposed release, where the sources have it. */
export interface LocatedChange {
  readonly kind: ChangeKind
  readonly bump: Bump
  readonly item?: ItemRef
  readonly location: Location
}

/** Makes a finding of a check. Its facts must be those from which the check makes its sentences. */
export const makeFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  {
    fix,
    ...where
  }: Pick<Finding, "item" | "location" | "links" | "changes"> & { readonly fix?: ReadonlyArray<FixEdit> | undefined }
): Finding => ({
  rule: check.id,
  level: check.level,
  context,
  ...where,
  ...(fix === undefined || fix.length === 0 ? {} : { fix })
})

export const isError = ({ level }: Finding): boolean => level === "error"

/** A finding that tells of an error where nothing is published. */
export const asWarning = (finding: Finding): Finding => ({ ...finding, level: "warning" })
