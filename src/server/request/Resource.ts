import type { Filter } from "./LicenseFilter.ts"

/** What a request below `/vN` asks for, of whichever release. */
export type StoredResource =
  | { readonly _tag: "Licenses" }
  | { readonly _tag: "License"; readonly code: string }
  | { readonly _tag: "Dimensions" }
  | { readonly _tag: "Schema" }

/** Those licenses of a release that a filter lets through. */
export interface FilteredLicenses {
  readonly _tag: "FilteredLicenses"
  readonly filter: Filter
}

export type Resource = StoredResource | FilteredLicenses

/** The artifact's path in the folder of a release: a key to look up, never a file to open. */
export const artifactOf = (resource: StoredResource): string => {
  switch (resource._tag) {
    case "Licenses":
      return "licenses.json"
    case "License":
      return `licenses/${resource.code}.json`
    case "Dimensions":
      return "dimensions.json"
    case "Schema":
      return "schema.json"
  }
}

/** Whether an artifact is the body of an endpoint. */
export const isServed = (artifact: string): boolean =>
  artifact === "licenses.json" ||
  artifact === "dimensions.json" ||
  artifact === "schema.json" ||
  artifact.startsWith("licenses/")
