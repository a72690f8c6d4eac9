// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import { renderManifest } from "../artifacts/Manifest.ts"
import { dimensionsBody, licenseBody, licensesBody, schemaBody } from "./Bodies.ts"
import { configSchema } from "./ConfigSchema.ts"
import type { Release } from "./Release.ts"
import { releaseNotes } from "./ReleaseNotes.ts"

/** Renders a release in format 1: its files by path, and the manifest that lists them. */
export const format1 = (release: Release) => {
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

// These bytes are sent as they are, so they hold no white space. They end in a line break for readers in a terminal.
const json = (value: unknown): string => `${JSON.stringify(value)}\n`
