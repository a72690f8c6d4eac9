import { execFile } from "node:child_process"
import { access, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, it } from "vitest"
import { canonicalJson } from "../../src/domain/ledger/CanonicalJson.ts"
import { toBase64 } from "../../src/domain/transparency/Bytes.ts"
import { formatLeaf, type LogLeaf } from "../../src/domain/transparency/LogLeaf.ts"
import { formatVerifierKey } from "../../src/domain/transparency/VerifierKey.ts"
import { formatProof } from "../../src/domain/transparency/VerifyProof.ts"
import { sha256 } from "../../src/platform/Sha256.ts"
import { makeLogTree } from "../../src/release/log/CheckpointFile.ts"
import { signCheckpoint, generateSigningKey } from "../../src/transparency/SigningKey.ts"
import { isInstalled } from "../support/Terminal.ts"

// Programs that share nothing with this project read what it signs: Go with the packages of its checksum database, and
// a shell script with OpenSSL. Both belong to the documents.

const { TAXONOMY_REQUIRE_SERVICES } = process.env
const isRequired = TAXONOMY_REQUIRE_SERVICES === "1"
const programs = resolve("docs/how-to/proofs")
const hasGo = isRequired || isInstalled("go")
const hasTools = isRequired || (isInstalled("openssl") && isInstalled("jq"))

const origin = "example.com/taxonomy"
const { key } = await generateSigningKey(origin, "ed25519")
const { key: other } = await generateSigningKey(origin, "ed25519")
const largest = 13

const artifactOf = (index: number): string => `{"release":${index}}\n`
const manifestOf = (index: number): string =>
  canonicalJson({ files: { "dimensions.json": { sha256: sha256(artifactOf(index)) } }, version: `1.${index}.0` })
const leaves = Array.from({ length: largest }, (_, index): LogLeaf => {
  const manifest = `sha256:${sha256(manifestOf(index))}`
  return {
    event: `sha256:${sha256(String(index))}`,
    manifest,
    sequence: index + 1,
    type: "ReleasePublished",
    version: `1.${index}.0`
  }
})
const tree = makeLogTree(leaves)
const checkpointOf = (size: number, signer = key): string =>
  signCheckpoint({ origin, size, root: tree.root(size) }, [signer])
const proofOf = (index: number, size: number, checkpoint = checkpointOf(size)): string => {
  const leaf = leaves[index]
  if (leaf === undefined) throw new RangeError(`There is no leaf ${index}`)
  return formatProof({
    leaf: formatLeaf(leaf),
    manifest: manifestOf(index),
    path: "dimensions.json",
    index,
    hashes: tree.inclusionProof(index, size),
    checkpoint
  })
}

let folder: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "other-tools-"))
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (content: string): Promise<string> => {
  const path = join(folder, String(files++))
  await writeFile(path, content)
  return path
}

/** What a program says, also if it refuses. */
const run = async (program: string, ...args: ReadonlyArray<string>): Promise<string> => {
  try {
    return (await promisify(execFile)(program, [...args])).stdout
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === 1 && "stderr" in error) return String(error.stderr)
    throw error
  }
}

const trusted = formatVerifierKey(key.verifier)

describe.skipIf(!hasGo)("Go, with the packages of its checksum database", () => {
  let program: string

  beforeAll(async () => {
    program = join(folder, "check")
    // The packages of Debian and Ubuntu.
    const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" }
    await promisify(execFile)("go", ["build", "-o", program, join(programs, "check.go")], { env })
  })

  it("accepts the proof of every leaf of trees of several shapes", async ({ expect }) => {
    for (const size of [1, 2, 3, 7, 8, largest]) {
      for (let index = 0; index < size; index++) {
        const args = [await written(proofOf(index, size)), await written(artifactOf(index)), trusted]
        expect(await run(program, "proof", ...args)).toBe(`dimensions.json of release 1.${index}.0\n`)
      }
    }
  })

  it("accepts that the log grew, from every size to every larger one", async ({ expect }) => {
    for (let before = 1; before <= largest; before++) {
      for (let size = before; size <= largest; size++) {
        const hashes = tree.consistencyProof(before, size).map(toBase64)
        const request = [`old ${before}`, ...hashes, "", checkpointOf(size)].join("\n")
        const args = [await written(checkpointOf(before)), await written(request), trusted]
        expect(await run(program, "growth", ...args)).toBe(`grew from ${before} to ${size}\n`)
      }
    }
  })

  it("refuses another artifact, another leaf, another key and another root", async ({ expect }) => {
    const check = async (proof: string, artifact = artifactOf(3)): Promise<string> =>
      run(program, "proof", await written(proof), await written(artifact), trusted)
    expect(await check(proofOf(3, 7), artifactOf(4))).toBe("the artifact is not dimensions.json of release 1.3.0\n")
    expect(await check(proofOf(3, 7).replace("index 3", "index 4"))).toBe("invalid transparency proof\n")
    expect(await check(proofOf(3, 7, checkpointOf(7, other)))).toBe("note has no verifiable signatures\n")
    expect(await check(proofOf(3, 7, checkpointOf(8)))).toBe("invalid transparency proof\n")
  })
})

describe.skipIf(!hasTools)("a shell script with OpenSSL", () => {
  const script = join(programs, "check.sh")
  const check = async (proof: string, artifact: string, trustedKey = trusted): Promise<string> =>
    run("sh", script, await written(proof), await written(artifact), trustedKey)

  it("accepts proofs of trees of several shapes", async ({ expect }) => {
    const cases = [
      [0, 1],
      [2, 3],
      [3, 7],
      [6, 7],
      [12, largest]
    ] as const
    for (const [index, size] of cases) {
      expect(await check(proofOf(index, size), artifactOf(index))).toBe(
        `dimensions.json of release 1.${index}.0, in ${origin} at ${index + 1} of ${size}\n`
      )
    }
  })

  it("refuses another artifact, another leaf, another key and another root", async ({ expect }) => {
    const notIncluded = "The log does not contain the leaf.\n"
    expect(await check(proofOf(3, 7), artifactOf(4))).toBe("The artifact is not dimensions.json.\n")
    expect(await check(proofOf(3, 7).replace("index 3", "index 4"), artifactOf(3))).toBe(notIncluded)
    expect(await check(proofOf(3, 7, checkpointOf(7, other)), artifactOf(3))).toBe(
      "The key did not sign the checkpoint.\n"
    )
    expect(await check(proofOf(3, 7, checkpointOf(8)), artifactOf(3))).toBe(notIncluded)
  })

  it("accepts a key whose base64 contains a plus", async ({ expect }) => {
    let signer = key
    while (formatVerifierKey(signer.verifier).split("+").length === 3) {
      signer = (await generateSigningKey(origin, "ed25519")).key
    }
    const proof = proofOf(3, 7, checkpointOf(7, signer))
    expect(await check(proof, artifactOf(3), formatVerifierKey(signer.verifier))).toContain("release 1.3.0")
  })

  it("never runs what a proof contains", async ({ expect }) => {
    const trap = join(folder, "trap")
    const proof = proofOf(0, 1).replace("index 0", `index size[$(touch ${trap})0]`)
    for (const shell of ["sh", "bash"].filter(isInstalled)) {
      const refusal = await run(shell, script, await written(proof), await written(artifactOf(0)), trusted)
      expect(refusal).toBe("The index or the size is not a number.\n")
    }
    await expect(access(trap)).rejects.toThrow("ENOENT")
  })
})
