// @effect-diagnostics preferSchemaOverJson:off
import { once } from "node:events"
import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises"
import { get, type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { describe, it } from "vitest"
import type { DraftBody } from "../../../src/explorer/data/DataSource.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { startExplore } from "../../support/explorer/StartExplore.ts"
import { copyOf, makeOneMajor, makeTwoMajors } from "../../support/TwoMajors.ts"

const oneMajor = makeOneMajor()
const twoMajors = makeTwoMajors(oneMajor)

/** Starts `taxonomy explore`, and returns what a test asks of it. */
const explore = async (cwd: string) => {
  const server = await startExplore(cwd)
  const { port } = new URL(server.url)
  const send = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    new Promise<{ readonly status: number; readonly headers: IncomingMessage["headers"]; readonly body: string }>(
      (resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
          text(response).then(
            (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
            reject
          )
        })
        sent.on("error", reject).end()
      }
    )
  return {
    port: Number(port),
    printed: server.printed,
    send,
    draft: async (): Promise<DraftBody> => JSON.parse((await send("/data/draft.json")).body),
    tab: (lastEventId?: string) => openTab(port, lastEventId),
    end: server.end,
    [Symbol.dispose]: server[Symbol.dispose]
  }
}

/** What a browser does with `EventSource`. */
const openTab = async (port: string, lastEventId?: string) => {
  const headers = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }
  const events: Array<string> = []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/events", headers, agent: false }, resolve).on("error", reject)
  })
  let rest = ""
  response.setEncoding("utf8").on("data", (part: string) => {
    const blocks = `${rest}${part}`.split("\n\n")
    rest = blocks.pop() ?? ""
    events.push(...blocks)
  })
  response.on("error", () => undefined)
  const next = async () => {
    while (events.length === 0) await once(response, "data")
    return events.shift() ?? ""
  }
  const first = await next()
  return {
    response,
    first,
    id: /^id: (.*)$/m.exec(first)?.[1] ?? "",
    /** Waits for a change after which a condition holds. */
    until: async (holds: () => Promise<boolean>) => {
      for (;;) {
        const event = await next()
        if (!event.includes("event: change")) throw new Error(event)
        if (await holds()) return
      }
    },
    close: () => response.destroy()
  }
}

const rulesOf = ({ report }: DraftBody) => ("findings" in report ? report.findings : []).map(({ rule }) => rule)

describe("taxonomy explore", () => {
  it("tells every tab of a save, of a file that is no YAML, and of its repair", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    const file = join(cwd, "taxonomy-src/licenses/EDU.yaml")
    const sound = await readFile(file, "utf8")
    using server = await explore(cwd)
    const [first, second] = [await server.tab(), await server.tab()]
    expect(await server.draft()).toMatchObject({ base: "1.3.0", schema: { _meta: { release: "2.0.0" } } })

    await writeFile(file, sound.replace("Educational use", "Teaching"))
    const isRenamed = async () => {
      const { schema } = await server.draft()
      return schema?.base_licenses.some(({ name }) => name === "Teaching") === true
    }
    await Promise.all([first.until(isRenamed), second.until(isRenamed)])

    first.close()
    await writeFile(file, "code: [")
    // For a moment, the file may be empty.
    const name = "taxonomy-src/licenses/EDU.yaml"
    await second.until(async () => (await server.draft()).sources[name] === "code: [")
    const broken = await server.draft()
    expect([broken.schema, broken.sources]).toEqual([null, { [name]: "code: [" }])
    expect(rulesOf(broken)).toEqual(["source/syntax"])
    await writeFile(file, sound)
    await second.until(async () => (await server.draft()).schema !== null)
    second.close()
  })

  it("survives a folder that is deleted and comes back", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    using server = await explore(cwd)
    const tab = await server.tab()
    await rename(join(cwd, "taxonomy-src"), join(cwd, "away"))
    await tab.until(async () => rulesOf(await server.draft()).includes("source/missing-file"))
    expect((await server.draft()).schema).toBeNull()
    await rename(join(cwd, "away"), join(cwd, "taxonomy-src"))
    await tab.until(async () => (await server.draft()).schema !== null)
  })

  it("tells of a new release, and of a ledger that cannot be read", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    using server = await explore(cwd)
    const tab = await server.tab()
    expect((await server.send("/data/v2.0.0.json")).status).toBe(404)
    await rm(join(cwd, "releases"), { recursive: true })
    await rename(join(await copyOf(twoMajors), "releases"), join(cwd, "releases"))
    const releases = async () => JSON.parse((await server.send("/data/releases.json")).body).count
    await tab.until(async () => (await releases()) === 5)
    const published = await readFile(join(cwd, "releases/v2.0.0/schema.json"), "utf8")
    expect((await server.send("/data/v2.0.0.json")).body).toBe(published)
    expect(JSON.parse((await server.send("/data/items.json")).body).items).toContainEqual(
      expect.objectContaining({ item: "use_type/editorial", removed_in: "2.0.0" })
    )

    await appendFile(join(cwd, "releases/ledger.ndjson"), "torn")
    await tab.until(async () => rulesOf(await server.draft()).some((rule) => rule.startsWith("ledger/")))
    expect(await releases()).toBe(5)

    await writeFile(join(cwd, "releases/v2.0.0/schema.json"), published.replace("Teaching", "Learning"))
    const broken = await server.send("/data/v2.0.0.json")
    expect([broken.status, broken.body]).toEqual([503, expect.stringContaining("is not what was published")])
  })

  it("tells a tab that comes back of what it has missed, and no other", async ({ expect }) => {
    using server = await explore(await copyOf(oneMajor))
    const tab = await server.tab()
    expect(tab.first).not.toContain("event: change")
    expect((await server.tab(tab.id)).first).not.toContain("event: change")
    expect((await server.tab("of-another-run-7")).first).toContain("event: change")
  })

  it("answers its own page only", async ({ expect }) => {
    using server = await explore(await copyOf(oneMajor))
    const own = `127.0.0.1:${server.port}`
    const statusOf = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await server.send(path, headers)).status
    for (const path of ["/", "/data/draft.json", "/events", "/data/v1.0.0.json"]) {
      for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", `${own}.evil.example`]) {
        expect(await statusOf(path, { Host: host })).toBe(421)
      }
    }
    for (const site of ["cross-site", "same-site"]) {
      expect(await statusOf("/data/draft.json", { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors" })).toBe(403)
      expect(await statusOf("/", { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors" })).toBe(403)
      const link = { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }
      expect(await statusOf("/", link)).toBe(200)
      expect(await statusOf("/", { ...link, "Sec-Fetch-Dest": "iframe" })).toBe(403)
    }
    expect(await statusOf("/data/draft.json", { "Sec-Fetch-Site": "same-origin" })).toBe(200)
    expect(await statusOf("/", { Host: `localhost:${server.port}` })).toBe(200)
  })

  it("serves a map of names, and no path of the disk", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    using server = await explore(cwd)
    const unknown = [
      "/taxonomy-src/taxonomy.yaml",
      "/data/../taxonomy-src/taxonomy.yaml",
      "/data/%2e%2e/releases/ledger.ndjson",
      "/data/..%2Freleases%2Fv1.0.0%2Fschema.json",
      "/data/v1.0.0/schema.json",
      "/data/v9.0.0.json",
      "/data/constructor.json",
      "/data/.json",
      "/assets/",
      "//data/draft.json",
      "/Data/draft.json",
      "/%"
    ]
    for (const path of unknown) expect([path, (await server.send(path)).status]).toEqual([path, 404])
    expect((await server.send("/data/releases.json?now")).status).toBe(200)
  })

  it("sends the page, the application and the data with what keeps them safe", async ({ expect }) => {
    using server = await explore(await copyOf(oneMajor))
    const page = await server.send("/")
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    expect(page.body).toContain('<meta name="explorer-source" content="live">')
    const assets = [...page.body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path]) => `/${path}`)
    expect(assets).toHaveLength(2)
    const types = await Promise.all(assets.map(async (path) => (await server.send(path)).headers["content-type"]))
    expect(types).toEqual(["text/css; charset=utf-8", "text/javascript; charset=utf-8"])
    for (const path of ["/", ...assets, "/data/draft.json", "/data/releases.json", "/nowhere"]) {
      const [found, head] = [await server.send(path), await server.send(path, {}, "HEAD")]
      expect(found.headers).toMatchObject({
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff"
      })
      expect(head).toMatchObject({ status: found.status, body: "" })
      expect(head.headers["content-length"]).toBe(found.headers["content-length"])
      if (!assets.includes(path)) expect(found.headers["cache-control"]).toBe("no-store")
    }
    const events = await server.send("/events", {}, "HEAD")
    expect([events.status, events.headers["cache-control"]]).toEqual([200, "no-store"])
    for (const method of ["POST", "PUT", "OPTIONS"]) {
      const refused = await server.send("/data/draft.json", {}, method)
      expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD"])
    }
  })

  it("ends with a signal, also while tabs are open", async ({ expect }) => {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143]
    ] as const) {
      using server = await explore(await copyOf(oneMajor))
      const tab = await server.tab()
      const ended = new Promise((resolve) => tab.response.on("close", resolve))
      expect(await server.end(signal)).toBe(code)
      await ended
    }
  })

  it("refuses a port in use and a missing folder, with what to do", async ({ expect }) => {
    const cwd = await copyOf(oneMajor)
    using server = await explore(cwd)
    const taken = await taxonomy(["explore", "--port", String(server.port)], { cwd })
    expect(taken.code).toBe(3)
    expect(taken.stderr).toContain(`the port is in use. Stop the other program, or choose another port with --port.`)
    const missing = await taxonomy(["explore", "--src", "nowhere"], { cwd })
    expect(missing.code).toBe(3)
    expect(missing.stderr).toContain("nowhere does not exist. Set it with --src.")
  })
})
