import type { Check } from "../checks/Check.ts"
import type { CheckId } from "../checks/CheckRegistry.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Location } from "./Location.ts"

/** `error` fails the run, `warning` does not. */
export type Level = "error" | "warning"

/**
 * Where a finding points: a file relative to the source folder, or to the releases, and the keys that lead to the node; an
 * item of a list is found by its number or by its `code`.
 * `key` asks for the key itself rather than for what it holds. Where there are no keys to follow, `span` (offsets in the
 * text) or `line` stands in.
 */
export interface Pointer {
  readonly file: string
  readonly path: ReadonlyArray<string | number>
  readonly key?: boolean
  readonly span?: readonly [start: number, end: number]
  readonly line?: number
  readonly root?: "sources" | "releases"
}

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
  /** In place of `item`, `context` and `location`, as long as not every check is converted. */
  readonly subject?: string
  readonly message?: string
  readonly help?: string
  readonly at?: Pointer
}

/** Makes a finding of a check. Its facts must be those from which the check makes its sentences. */
export const makeFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  where: Pick<Finding, "item" | "location">
): Finding => ({ rule: check.id, level: check.level, context, ...where })

export const isError = ({ level }: Finding): boolean => level === "error"

/** Where each item of a taxonomy stands in the sources. */
export const pointTo = {
  taxonomy: (...path: Pointer["path"]): Pointer => ({ file: "taxonomy.yaml", path }),
  dimension: (name: string, ...path: Pointer["path"]): Pointer => ({ file: `dimensions/${name}.yaml`, path }),
  value: (dimension: string, code: string, ...path: Pointer["path"]): Pointer => ({
    file: `dimensions/${dimension}.yaml`,
    path: ["values", code, ...path]
  }),
  license: (code: string, ...path: Pointer["path"]): Pointer => ({ file: `licenses/${code}.yaml`, path }),
  release: (file: string, line?: number): Pointer => ({
    file,
    path: [],
    root: "releases",
    ...(line === undefined ? {} : { line })
  }),
  waiver: (index: number): Pointer => ({ file: "waivers.yaml", path: [index] }),
  rule: (id: string, ...path: Pointer["path"]): Pointer => ({ file: `rules/${id}.yaml`, path }),
  item: (item: ItemRef, ...path: Pointer["path"]): Pointer => {
    switch (item._tag) {
      case "Dimension":
        return pointTo.dimension(item.dimension, ...path)
      case "Value":
        return pointTo.value(item.dimension, item.value, ...path)
      case "License":
        return pointTo.license(item.license, ...path)
      case "ConflictRule":
        return pointTo.rule(item.rule, ...path)
    }
  }
} as const
