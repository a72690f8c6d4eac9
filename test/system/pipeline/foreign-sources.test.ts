import { describe, it } from "vitest"
import { compareReaders } from "../../support/PlainYamlOracle.ts"
import { historiesFolder, sourcesOf, upstreamHistory } from "./fixtures/upstream-history.ts"

const missing = (name: string): string =>
  `skipped: ${name}.json.gz is missing in ${historiesFolder}; name its folder in TAXONOMY_HISTORIES`

describe("the sources of a vocabulary that another project published for years", () => {
  it.for([
    { name: "spdx-licenses", minimum: 880 },
    { name: "otel-semconv", minimum: 380 }
  ])(
    "are read without the parser as the parser reads them: $name",
    { timeout: 600_000 },
    ({ minimum, name }, { expect, skip }) => {
      const upstream = upstreamHistory(name)
      if (upstream === undefined) {
        // The reporter does not print why a test is skipped.
        process.stderr.write(`${missing(name)}\n`)
        return skip(missing(name))
      }
      const texts = [...new Set(upstream.flatMap((version) => Object.values(sourcesOf(version))))]
      const unequal = texts.map(compareReaders).filter(({ _tag }) => _tag !== "Equal")
      expect(unequal).toEqual([])
      expect(texts.length).toBeGreaterThan(minimum)
    }
  )
})
