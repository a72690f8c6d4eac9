import type { TaxonomyTypes } from "../model/TaxonomyTypes.ts"
import type { LicenseFilter } from "./ClientOptions.ts"

/** The filter of a client with the types of a release: only its dimensions and codes. */
export type LicenseFilterOf<T extends TaxonomyTypes> = string extends keyof T["values"]
  ? LicenseFilter
  : {
      readonly [D in keyof T["values"]]?:
        | T["values"][D]
        | ReadonlyArray<T["values"][D]>
        // Every object inherits some names, such as `constructor`, and could not leave them out otherwise.
        // oxlint-disable-next-line typescript/no-wrapper-object-types -- The members that objects inherit
        | (D extends keyof Object ? Object[D] : never)
        | undefined
    }
