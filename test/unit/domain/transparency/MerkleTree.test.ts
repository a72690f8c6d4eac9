import { hash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { toHex, type Bytes } from "../../../../src/domain/transparency/Bytes.ts"
import { rootOfInclusion, makeMerkleTree } from "../../../../src/domain/transparency/MerkleTree.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"

describe("makeMerkleTree", () => {
  it("computes the published roots of the tree with which implementations of RFC 6962 are tested", () => {
    const leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    const tree = treeOf(leaves.map((leaf) => new Uint8Array(Buffer.from(leaf, "hex"))))
    assert.deepStrictEqual(
      Array.from({ length: 9 }, (_, size) => toHex(tree.root(size))),
      [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
      ]
    )
  })

  it("proves each leaf of each tree, and no other", async () => {
    const tree = treeOf(numbered(20))
    for (let size = 1; size <= 20; size++) {
      const root = toHex(tree.root(size))
      for (let index = 0; index < size; index++) {
        const hashes = tree.inclusionProof(index, size)
        const rootAt = async (leaf: number, position: number, length = size) => {
          const found = await rootOfInclusion(webCrypto, leafOf(leaf), position, length, hashes)
          return found && toHex(found)
        }
        assert.strictEqual(await rootAt(index, index), root)
        assert.notStrictEqual(await rootAt(index + 1, index), root)
        if (size > 1) assert.notStrictEqual(await rootAt(index, index ^ 1), root)
      }
    }
  })

  it("proves that each tree is the beginning of each larger one", () => {
    const tree = treeOf(numbered(20))
    for (let size = 1; size <= 20; size++) {
      for (let before = 1; before <= size; before++) {
        const proof = tree.consistencyProof(before, size)
        assert.deepStrictEqual(rootsOfConsistency(before, size, toHex(tree.root(before)), proof), [
          toHex(tree.root(before)),
          toHex(tree.root(size))
        ])
      }
    }
    assert.deepStrictEqual(tree.consistencyProof(0, 20), [])
  })

  it("throws a RangeError for a part that it does not have", () => {
    const tree = treeOf(numbered(3))
    for (const call of [
      () => tree.root(4),
      () => tree.root(-1),
      () => tree.inclusionProof(3, 3),
      () => tree.inclusionProof(0, 4),
      () => tree.consistencyProof(2, 1)
    ]) {
      assert.throws(call, RangeError)
    }
  })

  it("goes on from the roots of its beginning, and gives no root of less", () => {
    for (const size of [0, 1, 2, 3, 7, 8, 13]) {
      const leaves = numbered(size + 6)
      const whole = treeOf(leaves)
      const later = makeMerkleTree(sha256, leaves.slice(size), treeOf(leaves.slice(0, size)).peaks())
      assert.strictEqual(later.size, whole.size)
      for (let grown = size; grown <= whole.size; grown++) {
        assert.deepStrictEqual(later.root(grown), whole.root(grown))
      }
      assert.deepStrictEqual(later.peaks(), whole.peaks())
      if (size === 13) assert.throws(() => later.root(11), RangeError)
    }
  })
})

const sha256 = (bytes: Bytes): Bytes => new Uint8Array(hash("sha256", bytes, "buffer"))
const treeOf = (leaves: ReadonlyArray<Bytes>) => makeMerkleTree(sha256, leaves)
const leafOf = (index: number): Bytes => new TextEncoder().encode(`leaf ${index}`)
const numbered = (count: number): ReadonlyArray<Bytes> => Array.from({ length: count }, (_, index) => leafOf(index))

/** The roots of both trees, as RFC 9162, section 2.1.4.2, computes them from the proof. */
const rootsOfConsistency = (
  before: number,
  size: number,
  rootBefore: string,
  proof: ReadonlyArray<Bytes>
): readonly [string, string] => {
  if (before === size) return proof.length === 0 ? [rootBefore, rootBefore] : ["", ""]
  const isPowerOfTwo = Number.isInteger(Math.log2(before))
  const [seed, ...rest] = isPowerOfTwo ? [Buffer.from(rootBefore, "hex"), ...proof] : proof
  let [position, last] = [before - 1, size - 1]
  while (position % 2 === 1) [position, last] = [position >> 1, last >> 1]
  let first = Buffer.from(seed ?? [])
  let second = first
  const node = (left: Uint8Array, right: Uint8Array) => Buffer.from(sha256(new Uint8Array([1, ...left, ...right])))
  for (const hash of rest) {
    if (position % 2 === 1 || position === last) {
      first = node(hash, first)
      second = node(hash, second)
      while (position % 2 === 0 && position !== 0) [position, last] = [position >> 1, last >> 1]
    } else {
      second = node(second, hash)
    }
    ;[position, last] = [position >> 1, last >> 1]
  }
  return [toHex(first), toHex(second)]
}
