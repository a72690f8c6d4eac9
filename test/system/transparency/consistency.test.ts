import { hash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, it } from "vitest"
import { areEqual, concatBytes, type Bytes } from "../../../src/domain/transparency/Bytes.ts"
import { parseSignedCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import {
  checkpointOf,
  makeKey,
  publishHistory,
  signHistory,
  writeCheckpoint
} from "../../support/transparency/SignedReleases.ts"

const log = await makeKey()
const signed = (async () => {
  const cwd = await publishHistory("ONE", "TWO", "THREE", "FOUR")
  await writeCheckpoint(cwd, [log])
  return cwd
})()

describe("a consistency proof", () => {
  it.for([0, 1, 2, 3, 4, 5])(
    "lets a witness that has seen %i events cosign the checkpoint",
    async (since, { expect }) => {
      const cwd = await signed
      const out = `body-${since}`
      const args = ["prove", "consistency", "--since", String(since), "--out", out]
      expect((await taxonomy(args, { cwd })).code).toBe(0)
      const body = await readFile(join(cwd, out), "utf8")
      const [head = "", ...rest] = body.split("\n\n")
      const [first, ...hashes] = head.split("\n")
      expect(first).toBe(`old ${since}`)
      const checkpoint = rest.join("\n\n")
      expect(checkpoint).toBe(await readFile(checkpointOf(cwd), "utf8"))
      const { root, size } = parseSignedCheckpoint(checkpoint)
      const before = parseSignedCheckpoint(await signHistory(cwd, [log], since)).root
      const proof = hashes.map((line): Bytes => new Uint8Array(Buffer.from(line, "base64")))
      expect(isConsistent({ size: since, root: before }, { size, root }, proof)).toBe(true)
      if (proof.length > 0)
        expect(isConsistent({ size: since, root: before }, { size, root }, proof.slice(1))).toBe(false)
    }
  )
})

interface Tree {
  readonly size: number
  readonly root: Bytes
}

/** The verifier of RFC 9162, section 2.1.4.2. */
const isConsistent = (before: Tree, after: Tree, proof: ReadonlyArray<Bytes>): boolean => {
  if (before.size === 0) return proof.length === 0
  if (before.size === after.size) return proof.length === 0 && areEqual(before.root, after.root)
  const path = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : [...proof]
  const [seed, ...others] = path
  if (seed === undefined || others.length === 0) return false
  const node = (left: Bytes, right: Bytes): Bytes =>
    new Uint8Array(hash("sha256", concatBytes([1], left, right), "buffer"))
  let [first, last] = [before.size - 1, after.size - 1]
  while (first % 2 === 1) [first, last] = [first >> 1, last >> 1]
  let [old, now] = [seed, seed]
  for (const other of others) {
    if (last === 0) return false
    if (first % 2 === 1 || first === last) {
      old = node(other, old)
      now = node(other, now)
      while (first % 2 === 0 && first !== 0) [first, last] = [first >> 1, last >> 1]
    } else {
      now = node(now, other)
    }
    ;[first, last] = [first >> 1, last >> 1]
  }
  return last === 0 && areEqual(old, before.root) && areEqual(now, after.root)
}
