import type { EndpointName } from "../../api/ReadApi.ts"
import { licenseRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import type { Deprecations, ItemNotice } from "../catalog/DeprecationHeaders.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import type { LicenseCriteria } from "../request/LicenseFilter.ts"
import type { DocumentName } from "../request/Routes.ts"
import { filteredLicenses } from "./FilteredLicenses.ts"
import type { HistoryResourceName } from "./HistoryRepresentations.ts"
import type { ReleaseDocumentName } from "./ReleaseDocuments.ts"
import type { Representation } from "./Representation.ts"

/** The resources of a release, by the names of their endpoints in the contract. */
export type ResourceName = Exclude<
  EndpointName,
  "health" | "checkpoint" | "changes" | DocumentName | HistoryResourceName | ProofName | ReleaseDocumentName
>

/** The resource that each endpoint for proofs is about. The body of each is an artifact of a release, byte for byte. */
export const proofResources = {
  licenseProof: "license",
  dimensionsProof: "dimensions",
  schemaProof: "schema"
} as const satisfies Partial<Record<EndpointName, EndpointName>>

/** The name of an endpoint for proofs. */
export type ProofName = keyof typeof proofResources

export interface ReleaseResource {
  readonly name: ResourceName
  /** The last segment of the path if the endpoint has a parameter there, otherwise empty. */
  readonly code: string
}

export interface ResourceDefinition {
  /** The artifact that is the body: a key to look up, never a path to open. */
  readonly artifact: ArtifactTemplate
  readonly mediaType: string
  /** The deprecated items that the body contains. */
  readonly deprecated: (deprecations: Deprecations, code: string) => Iterable<ItemNotice>
  /** The item that the resource is. */
  readonly item?: (code: string) => ItemRef
  /** The part of the resource that a filter selects. Only these resources take dimensions as query parameters. */
  readonly filtered?: (served: ServedRelease, filter: LicenseCriteria, bodies: ReleaseBodies) => Representation
}

interface ArtifactTemplate {
  readonly path: (code: string) => string
  readonly includes: (path: string) => boolean
}

const artifact = (template: string): ArtifactTemplate => {
  const [prefix = "", suffix] = template.split("{code}")
  return suffix === undefined
    ? { path: () => prefix, includes: (path) => path === prefix }
    : {
        path: (code) => `${prefix}${code}${suffix}`,
        includes: (path) => path.startsWith(prefix) && path.endsWith(suffix)
      }
}

/**
 * Every resource of a release. What is read of a release's folder, held in memory and served follows from this table
 * alone; an endpoint that is added to the contract must be added here, or to `historyResources`, to compile.
 */
export const resources: Readonly<Record<ResourceName, ResourceDefinition>> = {
  licenses: {
    artifact: artifact("licenses.json"),
    mediaType: "application/json",
    deprecated: ({ ofLicense }) => new Set([...ofLicense.values()].flat()),
    filtered: filteredLicenses
  },
  license: {
    artifact: artifact("licenses/{code}.json"),
    mediaType: "application/json",
    deprecated: ({ ofLicense }, code) => ofLicense.get(code) ?? [],
    item: licenseRef
  },
  dimensions: {
    artifact: artifact("dimensions.json"),
    mediaType: "application/json",
    deprecated: ({ ofDimensions }) => ofDimensions
  },
  schema: {
    artifact: artifact("schema.json"),
    mediaType: "application/json",
    deprecated: ({ ofItem }) => ofItem.values()
  }
}

export const artifactOf = ({ code, name }: ReleaseResource): string => resources[name].artifact.path(code)

/** True if an artifact is the body of a resource. */
export const isServedArtifact = (path: string): boolean =>
  Object.values(resources).some(({ artifact }) => artifact.includes(path))
