import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { renderManifest } from "../artifacts/Manifest.ts"
import type { Artifacts } from "../artifacts/Renderers.ts"
import { dimensionsBody, licenseBody, licensesBody, schemaBody } from "./Bodies.ts"
import { configSchema } from "./ConfigSchema.ts"
import { releaseNotes } from "./ReleaseNotes.ts"

/** The first format of artifacts. Releases carry its number for good, so what it writes must never change. */
export const format1 = (release: Release): Artifacts => {
  const files = new Map<string, string>([
    ["schema.json", json(schemaBody(release))],
    ["licenses.json", json(licensesBody(release))],
    ...release.taxonomy.licenses.map(
      (license) => [`licenses/${license.code}.json`, json(licenseBody(release, license))] as const
    ),
    ["dimensions.json", json(dimensionsBody(release))],
    ["config.schema.json", json(configSchema(release.taxonomy))],
    // Canonical, so that it is the same whether the changes come from a diff or from the ledger.
    ["changes.json", `${canonicalJson({ release: release.version, base: release.base, changes: release.changes })}\n`],
    ["CHANGES.md", releaseNotes(release)]
  ])
  return { files, manifest: renderManifest(release, files) }
}

// One line, for these are the bytes that go over the wire; it ends, for they are also read in a terminal.
const json = (value: unknown): string => `${JSON.stringify(value)}\n`
