import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sha256 } from "../../../src/platform/Sha256.ts"

const root = join(import.meta.dirname, "../../..")

const digestOf = (file: string) => sha256(readFileSync(join(root, file)))

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(root.length + 1))

describe("published schemas and formats", () => {
  it("are never edited: copy a file to the next schema number or format instead", () => {
    const published = [
      ...filesIn("src/domain/ledger"),
      ...filesIn("src/domain/keys/events"),
      ...filesIn("src/domain/release/events"),
      ...filesIn("src/release/format1")
    ].filter((file) => file.endsWith("1.ts") || file.startsWith("src/release/format1/"))
    expect(Object.fromEntries(published.sort().map((file) => [file, digestOf(file).slice(0, 16)]))).toEqual({
      "src/domain/keys/events/KeyChanged1.ts": "6693d93da686a789",
      "src/domain/keys/events/KeyIdentifier1.ts": "0d6a84cf7db0045c",
      "src/domain/keys/events/KeyIssued1.ts": "96308c2a6d8d6aeb",
      "src/domain/keys/events/KeyRevoked1.ts": "a9f15b0992fc3266",
      "src/domain/ledger/Timestamp1.ts": "000b84a871968ff3",
      "src/domain/release/events/Change1.ts": "09c62f3b568e811d",
      "src/domain/release/events/MajorEnded1.ts": "2b3d8ead051e6c17",
      "src/domain/release/events/ReleasePublished1.ts": "dd4d97b91d6d76fd",
      "src/domain/release/events/ReleaseWithdrawn1.ts": "61dd58cef175b123",
      "src/domain/release/events/Scalars1.ts": "ea350e82ec53947b",
      "src/domain/release/events/Taxonomy1.ts": "491b1f4b82e782d6",
      "src/release/format1/Bodies.ts": "5bff48355ef74f2c",
      "src/release/format1/ConfigSchema.ts": "08a2f65b2906ee61",
      "src/release/format1/Deprecations.ts": "79328859aa7cec38",
      "src/release/format1/Format1.ts": "d9236d97d9cb7a45",
      "src/release/format1/Release.ts": "77dddce87e513b06",
      "src/release/format1/ReleaseNotes.ts": "930a69c75dd4045e",
      "src/release/format1/Versions.ts": "5a345edfff532110"
    })
  })
})

describe("release 1.0.0", () => {
  it("stays as it was published, byte for byte, and so does its line of the ledger", () => {
    const files = filesIn("releases/v1.0.0").sort()
    const line = readFileSync(join(root, "releases/ledger.ndjson"), "utf8").split("\n")[0] ?? ""
    expect({
      files: files.length,
      content: sha256(files.map((file) => `${file} ${digestOf(file)}\n`).join("")),
      line: sha256(line)
    }).toEqual({
      files: 32,
      content: "56485c80e3a6ff8dc55e77e847c27883810f02cfd9b3bd93d17d184916d09b31",
      line: "284ff82b5599bb87aa2499ea3e0aed43e56b4acbfec6e363396d33891ddce235"
    })
  })
})
