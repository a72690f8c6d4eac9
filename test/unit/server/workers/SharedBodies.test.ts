import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import type { ReleaseBodies } from "../../../../src/server/catalog/ReleaseBodies.ts"
import { compressBody } from "../../../../src/server/catalog/StoredBody.ts"
import { assembleLicenseList, indexLicenseEntries } from "../../../../src/server/representation/LicenseEntries.ts"
import { shareBodies, viewBodies } from "../../../../src/server/workers/SharedBodies.ts"

const listOf = (count: number): string => {
  const licenses = Array.from({ length: count }, (_, index) => ({ code: `NIL-${index}`, name: `Número ${index}` }))
  return JSON.stringify({ version: "v1.0", licenses, count, _meta: {} })
}

const bodiesOf = Effect.fnUntraced(function* (licenses: number) {
  const list = Buffer.from(listOf(licenses))
  const texts = {
    "licenses.json": list,
    "small.json": Buffer.from("{}"),
    "dimensions.json": Buffer.from("é".repeat(20_000))
  }
  const bodies = new Map(
    yield* Effect.forEach(Object.entries(texts), ([path, bytes]) =>
      Effect.map(compressBody({ bytes, sha256: sha256(bytes) }), (body) => [path, body] as const)
    )
  )
  const licenseEntries = yield* indexLicenseEntries(list)
  if (licenseEntries === undefined) return yield* Effect.die("The list is a list of licenses")
  return { bodies, manifest: '{"files":"é"}', licenseEntries, byteLength: 12_345 } satisfies ReleaseBodies
})

describe("shared bodies", () => {
  // The list of the first is a text in memory, that of the second bytes.
  it.effect.each([3, 2000])("are those that were shared, in another thread, for %s licenses", (licenses) =>
    Effect.gen(function* () {
      const own = yield* bodiesOf(licenses)
      const message = structuredClone(shareBodies(`sha256:${"0".repeat(64)}`, 7, own))
      const view = viewBodies(message)
      assert.strictEqual(message.loadNumber, 7)
      assert.strictEqual(view.manifest, own.manifest)
      assert.strictEqual(view.byteLength, own.byteLength)
      assert.deepStrictEqual([...view.bodies.keys()], [...own.bodies.keys()])
      for (const [path, { br, gzip, identity, sha256 }] of own.bodies) {
        const shared = view.bodies.get(path)
        assert.strictEqual(shared?.sha256, sha256)
        assert.strictEqual(typeof shared?.identity, typeof identity)
        for (const [left, right] of [
          [shared?.identity, identity],
          [shared?.br, br],
          [shared?.gzip, gzip]
        ]) {
          assert.deepStrictEqual(left && Buffer.from(left), right && Buffer.from(right))
        }
      }
      const codes = ["NIL-2", "NIL-0"]
      assert.deepStrictEqual(
        assembleLicenseList(view.licenseEntries, codes),
        assembleLicenseList(own.licenseEntries, codes)
      )
      const unique = own.bodies.values().reduce((sum, body) => sum + bytesIn(body), 0)
      // The list is there once, whether it is a text or not.
      assert.isAtMost(message.memory.byteLength, unique + own.manifest.length + 2 * (licenses === 3 ? 200 : 1))
    })
  )
})

const bytesIn = ({
  br,
  gzip,
  identity
}: {
  br: Uint8Array | undefined
  gzip: Uint8Array | undefined
  identity: string | Uint8Array
}) => Buffer.byteLength(identity) + (br?.length ?? 0) + (gzip?.length ?? 0)
