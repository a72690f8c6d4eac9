import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"
import type { Waiver } from "../../domain/release/Waiver.ts"
import type { Deprecation } from "../../domain/taxonomy/Taxonomy.ts"

/** What a deprecation names twice, where the second stands. */
export const repeatedReplacements = (
  file: string,
  deprecated: Deprecation | undefined,
  path: Pointer["path"] = []
): ReadonlyArray<Finding> => {
  if (deprecated === undefined) return []
  return repeated(deprecated.replaced_by, (code) => code).map(({ index, item }) =>
    duplicate(`"${item}" stands twice in replaced_by`, { file, path: [...path, "deprecated", "replaced_by", index] })
  )
}

/** Waivers of the same finding: only one of them can be the reason. */
export const repeatedWaivers = (file: string, waivers: ReadonlyArray<Waiver>): ReadonlyArray<Finding> =>
  repeated(waivers, ({ rule, subject, version }) => `${rule} ${subject} ${version}`).map(({ index, item }) =>
    duplicate(`${item.rule} is waived twice for ${item.subject} in ${item.version}`, { file, path: [index] })
  )

/** Each item whose name an earlier one has. */
const repeated = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string) => {
  const seen = new Set<string>()
  return items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => {
      const name = nameOf(item)
      const again = seen.has(name)
      seen.add(name)
      return again
    })
}

const duplicate = (message: string, at: Pointer): Finding => ({
  rule: "source/duplicate",
  level: "error",
  message,
  help: "Remove one of the two.",
  at
})
