import type { CurrentCatalog } from "../catalog/CurrentCatalog.ts"
import type { ReadValue } from "./Metrics.ts"

/** What is served, and how well it follows the folder of the releases. */
export const catalogValues = ({ get, status }: CurrentCatalog["Service"]): ReadonlyArray<ReadValue> => [
  {
    name: "taxonomy_catalog_releases",
    description: "Releases in the ledger, withdrawn ones among them",
    read: () => get().history.releases.size
  },
  { name: "taxonomy_catalog_majors", description: "API versions that are served", read: () => get().apiVersions.size },
  { name: "taxonomy_catalog_sequence", description: "Events in the ledger", read: () => get().head.sequence },
  {
    name: "taxonomy_catalog_degraded",
    description: "1 while something in the folder of the releases is broken",
    read: () => (status().degraded ? 1 : 0)
  },
  {
    name: "taxonomy_catalog_reloads_total",
    description: "Times that a ledger that had grown was put in force",
    counter: true,
    read: () => status().reloads
  },
  {
    name: "taxonomy_catalog_failed_reloads_total",
    description: "Reasons for which a ledger that had grown was not put in force",
    counter: true,
    read: () => status().failedReloads
  },
  { name: "taxonomy_bodies_releases", description: "Releases held in memory", read: () => status().releasesHeld },
  { name: "taxonomy_bodies_bytes", description: "Bytes of releases held in memory", read: () => status().bytesHeld },
  {
    name: "taxonomy_bodies_loads_total",
    description: "Times that a release was read into memory",
    counter: true,
    read: () => status().loads
  },
  {
    name: "taxonomy_bodies_failed_loads_total",
    description: "Times that a release could not be read into memory",
    counter: true,
    read: () => status().failedLoads
  },
  {
    name: "taxonomy_bodies_evictions_total",
    description: "Times that a release made room for another",
    counter: true,
    read: () => status().evictions
  }
]
