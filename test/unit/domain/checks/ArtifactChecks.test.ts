import { assert, describe, it } from "@effect/vitest"
import {
  altered,
  extra,
  inTheWay,
  missing,
  newerFormat,
  notReproducible,
  unpublished
} from "../../../../src/domain/checks/ArtifactChecks.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"

const file = "releases/v1.0.0/schema.json"

const folder = "releases/v1.1.0"

const version = Version.make("1.0.0")

describe("a finding about an artifact", () => {
  it("names the file, and tells what to do with it", () => {
    assert.strictEqual(altered.message({ file }), `${file} differs from the published file`)
    assert.strictEqual(
      altered.help({ file }),
      "Restore it with git restore, or delete it and run taxonomy rebuild. To change what a release says, edit taxonomy-src and publish a new version."
    )
    assert.strictEqual(extra.message({ file }), `${file} is not part of a release`)
    assert.strictEqual(extra.help({ file }), "Move it out of the releases folder.")
    assert.strictEqual(missing.message({ file }), `${file} is missing`)
    assert.strictEqual(missing.help({ file }), "Run taxonomy rebuild to write it from the ledger.")
  })

  it("names the folder of a release that was never published", () => {
    assert.strictEqual(unpublished.message({ folder }), `${folder} is not in the ledger, so it was never published`)
    assert.strictEqual(
      unpublished.help({ folder }),
      "Run build-release for that version: it takes the folder over if its bytes are the same."
    )
    assert.strictEqual(inTheWay.help({ folder, differing: [""] }), "Look at its content, then move it away.")
  })

  it("names the release that cannot be verified", () => {
    assert.strictEqual(
      newerFormat.message({ version, format: 3 }),
      "Release 1.0.0 has format 3, which a newer program version wrote"
    )
    assert.strictEqual(newerFormat.help({ version, format: 3 }), "Update this program.")
    assert.strictEqual(
      notReproducible.message({ version }),
      "Rebuilding release 1.0.0 from the ledger gives different files"
    )
    assert.strictEqual(
      notReproducible.help({ version }),
      "Restore releases/ from git or a backup: published releases never change."
    )
  })
})

describe("artifact/in-the-way", () => {
  const differs = "releases/v1.1.0 exists, is not in the ledger, and differs from this release in"

  it.each([
    [[""], "releases/v1.1.0 exists and is not a folder"],
    [["schema.json"], `${differs} schema.json`],
    [["schema.json", "dimensions.json"], `${differs} schema.json and 1 more file`],
    [["schema.json", "dimensions.json", "CHANGES.md"], `${differs} schema.json and 2 more files`]
  ])("names the first of the paths %j and counts the others", (differing, message) => {
    assert.strictEqual(inTheWay.message({ folder: "releases/v1.1.0", differing }), message)
  })
})
