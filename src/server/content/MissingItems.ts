import { findRemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { removedItemReply, requestError } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { missingLinks } from "./Links.ts"
import type { ContentRequest, Lookup } from "./Lookup.ts"
import { codesOf, knownInNewest, releaseErrorHeaders, suggest, unknownName, type Described } from "./Parameters.ts"

/** The item that a path names. */
export const itemOf = ({ dimension, license_code, value_code }: ContentRequest["params"]): ItemRef | undefined => {
  if (license_code !== undefined) return licenseRef(license_code)
  if (dimension === undefined) return undefined
  return value_code === undefined ? dimensionRef(dimension) : valueRef(dimension, value_code)
}

/** True if a release has the item that a path names, if it names one. */
export const hasItem = ({ release }: ServedRelease, item: ItemRef | undefined): boolean =>
  item === undefined || snapshotOf(release.taxonomy).get(item) !== undefined

/** The error of an item that the release does not have. Its body is that of the specification, so links and data may help. */
export const findMissing = (lookup: Lookup, served: ServedRelease, item: ItemRef | undefined): Reply | undefined => {
  if (item === undefined || hasItem(served, item)) return undefined
  const { dimensions, licenses } = served.release.taxonomy
  switch (item._tag) {
    case "License": {
      const { license } = item
      const codes = licenses.map(({ code }) => code)
      const { facts } = suggest(license, codes)
      return missingItem(lookup, served, item, "license", { message: `Base license '${license}' not found`, facts })
    }
    case "Dimension": {
      const names = dimensions.map(({ name }) => name)
      const described = unknownName("There is no dimension", item.dimension, names)
      return missingItem(lookup, served, item, "dimension", described)
    }
    case "Value": {
      const known = codesOf(served, item.dimension)
      if (known === undefined) return findMissing(lookup, served, dimensionRef(item.dimension))
      const described = unknownName(`${item.dimension} has no value`, item.value, known.keys())
      return missingItem(lookup, served, item, "value", described)
    }
    case "ConflictRule":
      return undefined
  }
}

const missingItem = (
  lookup: Lookup,
  served: ServedRelease,
  item: ItemRef,
  kind: "dimension" | "license" | "value",
  { facts, message }: Described
): Reply => {
  const headers = releaseErrorHeaders(served)
  const removedItem = findRemovedItem(served.release, item)
  if (removedItem !== undefined) return removedItemReply(`${kind}-removed`, removedItem, headers)
  const { newest } = lookup.apiVersion
  const known = newest !== undefined && hasItem(newest, item) ? knownInNewest(lookup.apiVersion) : {}
  const data = { ...facts, ...known }
  return requestError(`${kind}-not-found`, message, { ...headers, ...missingLinks(lookup, item, data) }, data)
}
