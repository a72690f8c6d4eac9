import type { RuleId } from "../checks/CheckRegistry.ts"

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

/** What a rule found. `rule` is its identity; the message is for people and may change. */
export interface Finding {
  readonly rule: RuleId
  readonly level: Level
  /** The item concerned: `dimension`, `dimension/value`, a license code, or `rules/id`. */
  readonly subject?: string
  readonly message: string
  /** What to do about it. */
  readonly help?: string
  readonly at?: Pointer
}

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
  rule: (id: string, ...path: Pointer["path"]): Pointer => ({ file: `rules/${id}.yaml`, path })
} as const
