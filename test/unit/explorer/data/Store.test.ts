import { assert, describe, it } from "@effect/vitest"
import { expect } from "vitest"
import type { ReleasesBody } from "../../../../src/api/bodies/ReleasesBody.ts"
import { DataError, type DataSource } from "../../../../src/explorer/data/DataSource.ts"
import { makeStore, remember } from "../../../../src/explorer/data/Store.ts"
import { releaseEntry } from "../../../support/explorer/CatalogExample.ts"

const releases: ReleasesBody = {
  version: "v1.0",
  releases: [releaseEntry("1.0.0", null, "2025-01-10")],
  count: 1,
  _meta: { taxonomy_version: "v1.0", release: "1.0.0", generated_at: "2025-01-10T12:00:00Z" }
}

/** A source with one release, which asks for a key as soon as `isRefused`. */
const makeSource = () => {
  const state = { isRefused: false, reads: new Array<string>() }
  const read = async <A>(name: string, body: A): Promise<A> => {
    state.reads.push(name)
    if (state.isRefused) throw new DataError({ code: "key-revoked" })
    return body
  }
  const source: DataSource = {
    releases: () => read("releases", releases),
    items: () => read("items", { version: "v1.0", items: [], count: 0, _meta: releases._meta }),
    schema: (release) =>
      read(`schema ${release}`, {
        version: "v1.0",
        namespace: "test",
        title: "Test",
        description: "",
        published_at: "2025-01-10T12:00:00Z",
        dimensions: {},
        base_licenses: [],
        validation_rules: { conflicts: {}, required: [], config_schema: {} },
        deprecations: [],
        removed: [],
        _meta: releases._meta
      }),
    keySession: { signIn: () => undefined, signOut: () => undefined }
  }
  return { source, state }
}

describe("makeStore", () => {
  it("reads every part once", async () => {
    const { source, state } = makeSource()
    const store = makeStore(source)
    await Promise.all([store.release("latest"), store.release("1.0.0"), store.catalog()])
    expect(state.reads).toEqual(["releases", "items", "schema 1.0.0"])
  })

  it("forgets all data when a person signs out", async () => {
    const { source, state } = makeSource()
    const store = makeStore(source)
    await store.release("latest")
    store.keySession?.signOut()
    state.isRefused = true
    await expect(store.catalog()).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    await expect(store.release("1.0.0")).rejects.toMatchObject({ problem: { code: "key-revoked" } })
  })

  it("forgets all data and tells the page when a key is refused", async () => {
    const { source, state } = makeSource()
    const store = makeStore(source)
    await store.catalog()
    const events: Array<string> = []
    store.subscribe((event) => void events.push(event))
    state.isRefused = true
    await expect(store.release("1.0.0")).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    expect(events).toEqual(["changed"])
    await expect(store.catalog()).rejects.toMatchObject({ problem: { code: "key-revoked" } })
    expect(events).toEqual(["changed"])
    state.isRefused = false
    expect((await store.release("1.0.0")).version).toBe("1.0.0")
  })

  it("reads again what could not be read", async () => {
    const { source } = makeSource()
    let isAway = true
    const store = makeStore({
      ...source,
      items: () => (isAway ? Promise.reject(new DataError({ code: "unreachable" })) : source.items())
    })
    await expect(store.catalog()).rejects.toMatchObject({ problem: { code: "unreachable" } })
    isAway = false
    expect((await store.catalog()).latest?.release).toBe("1.0.0")
  })
})

describe("remember", () => {
  it("loads once, also for those who ask while it loads", async () => {
    let loads = 0
    const remembered = remember(async () => (loads += 1))
    assert.deepStrictEqual(await Promise.all([remembered.get(), remembered.get()]), [1, 1])
    assert.strictEqual(await remembered.get(), 1)
    remembered.forget()
    assert.strictEqual(await remembered.get(), 2)
  })

  it("loads again after a failure", async () => {
    let loads = 0
    const remembered = remember(async () => {
      loads += 1
      if (loads === 1) throw new Error("away")
      return loads
    })
    assert.strictEqual(await remembered.get().catch(() => "failed"), "failed")
    assert.strictEqual(await remembered.get(), 2)
  })

  it("keeps a newer result if an older load fails later", async () => {
    const first = Promise.withResolvers<number>()
    const loads = [first.promise, Promise.resolve(2), Promise.resolve(3)]
    const remembered = remember(() => loads.shift() ?? Promise.reject(new Error("too many")))
    const failed = remembered.get().catch(() => "failed")
    remembered.forget()
    assert.strictEqual(await remembered.get(), 2)
    first.reject(new Error("away"))
    assert.strictEqual(await failed, "failed")
    assert.strictEqual(await remembered.get(), 2)
  })
})
