import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import axe from "axe-core"
import { afterAll, describe, expect, it } from "vitest"
import { guideDocuments } from "../../../scripts/bundle/Guides.ts"
import { guideContentSecurityPolicy } from "../../../src/api/docs/DocsStyle.ts"
import { clientVersion } from "../../../src/client/ClientVersion.ts"
import { hasChromium, openContext, reportSkipped } from "../../support/Chromium.ts"
import { tarballOf } from "../../support/ClientTarballs.ts"
import { runNode, shell } from "../../support/CommandLine.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { programs } from "../../support/Programs.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const folder = await temporaryFolder()

const server = spawn(
  process.execPath,
  [programs.taxonomy, "serve", "--port", "0", "--releases", join(ownProject, "releases"), "--keys", "keys.ndjson"],
  { cwd: folder, stdio: ["ignore", "pipe", "ignore"] }
)
afterAll(() => void server.kill())

/** The base URL that the server prints once it serves. */
const base = await new Promise<string>((resolve, reject) => {
  let printed = ""
  server.stdout.on("data", (text: Buffer) => {
    printed += text.toString()
    const [, url] = /Serving at (http:\S+)\s/.exec(`${printed}\n`) ?? []
    if (url !== undefined) resolve(url)
  })
  server.once("exit", (code) => reject(new Error(`The server ended with ${code}`)))
})

interface Page {
  readonly response: Response
  readonly bytes: Buffer
}

const read = async (url: string, options: RequestInit = {}): Promise<Page> => {
  const response = await fetch(url, options)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Everything that the page at `/docs` leads to on this server, by its URL, with the anchors that links name. */
const crawl = async () => {
  const pages = new Map<string, Page>()
  const anchors = new Set<string>()
  const pending = [`${base}/docs`]
  for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
    const page = await read(url)
    pages.set(url, page)
    if (page.response.headers.get("content-type") !== "text/html; charset=utf-8") continue
    for (const [, href = ""] of page.bytes.toString().matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const target = new URL(href, url)
      if (target.origin !== new URL(base).origin) continue
      if (target.hash !== "") anchors.add(target.href)
      target.hash = ""
      if (!pages.has(target.href) && !pending.includes(target.href)) pending.push(target.href)
    }
  }
  return { anchors, pages }
}

const { anchors, pages } = await crawl()

const names = guideDocuments.map((path) => path.replace(/^.*\/|\.md$/g, ""))
const tarball = `${base}/docs/${tarballOf(clientVersion)}`

describe("the guides below /docs", () => {
  it("are all reached from /docs, and no link is dead", () => {
    expect([...pages.keys()].toSorted()).toEqual(
      [`${base}/docs`, `${base}/openapi.json`, tarball, ...names.map((name) => `${base}/docs/${name}`)].toSorted()
    )
    expect([...pages].filter(([, { response }]) => response.status !== 200)).toEqual([])
  })

  it("have an anchor for every link", () => {
    expect(anchors.size).toBeGreaterThan(100)
    const dead = [...anchors].filter((href) => {
      const [url = "", anchor = ""] = href.split("#")
      return !pages
        .get(url)
        ?.bytes.toString()
        .includes(` id="${decodeURIComponent(anchor)}"`)
    })
    expect(dead).toEqual([])
  })

  it("have one main heading, a policy that allows their style alone, and no script", () => {
    for (const name of names) {
      const { bytes, response } = pages.get(`${base}/docs/${name}`) ?? expect.fail(name)
      const text = bytes.toString()
      expect(response.headers.get("content-security-policy")).toBe(guideContentSecurityPolicy)
      const [, style = ""] = /<style>([^]*?)<\/style>/.exec(text) ?? []
      expect(guideContentSecurityPolicy).toContain(createHash("sha256").update(style).digest("base64"))
      expect(text.match(/<h1[ >]/g)).toHaveLength(1)
      expect(text.match(/ aria-current="page"/g)).toHaveLength(1)
      expect(text).not.toMatch(/<script|<[^>]*\son\w+=|href="javascript:|<[^>]*\sstyle=/i)
      const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    }
  })

  it("are revalidated, and answer other methods like the rest of the service", async () => {
    for (const url of [`${base}/docs/client`, tarball]) {
      const etag = pages.get(url)?.response.headers.get("etag") ?? ""
      const again = await read(url, { headers: { "If-None-Match": etag } })
      expect([again.response.status, again.bytes.length]).toEqual([304, 0])
      expect((await read(url, { method: "OPTIONS" })).response.status).toBe(204)
      for (const method of ["HEAD", "POST"]) expect((await read(url, { method })).response.status).toBe(405)
    }
    for (const path of ["/docs/", "/docs/guides.json", "/docs/%2e%2e%2fguides", "/docs/client.md"]) {
      expect([path, (await read(`${base}${path}`)).response.status]).toEqual([path, 404])
    }
  })

  it("include the client, which npm installs without a registry", async () => {
    const { bytes, response } = pages.get(tarball) ?? expect.fail(tarball)
    expect(response.headers.get("content-type")).toBe("application/gzip")
    expect(response.headers.get("content-encoding")).toBeNull()
    const project = await temporaryFolder()
    await writeFile(join(project, "client.tgz"), bytes)
    const npm = "npm install --offline --no-audit --no-fund ./client.tgz"
    expect(await shell(npm, { cwd: project })).toMatchObject({ code: 0 })
    const program = 'import { TaxonomyClient } from "@nil-licensing/client"; console.log(typeof TaxonomyClient)'
    const ran = await runNode(["--input-type=module", "--eval", program], { cwd: project })
    expect(ran).toMatchObject({ code: 0, stdout: "function\n" })
  })
})

reportSkipped("the guides in a browser")

describe.skipIf(!hasChromium)("the guides in a browser", () => {
  it.for(names)("%s is accessible, loads nothing else, and fits a phone", async (name) => {
    const context = await openContext({ viewport: { width: 360, height: 700 } })
    const tab = await context.newPage()
    const complaints: Array<string> = []
    tab.on("console", (message) => complaints.push(message.text()))
    tab.on("requestfailed", (request) => complaints.push(request.url()))
    await tab.goto(`${base}/docs/${name}`)
    await tab.waitForLoadState("networkidle")
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(360)
    await tab.setViewportSize({ width: 1280, height: 900 })
    await tab.evaluate(axe.source)
    const violations: unknown = await tab.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))"
    )
    expect({ complaints, violations }).toEqual({ complaints: [], violations: [] })
    await context.close()
  })
})
