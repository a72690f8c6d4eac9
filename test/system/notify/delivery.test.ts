import { createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import * as Effect from "effect/Effect"
import { Webhook } from "standardwebhooks"
import { describe, it, type TestContext } from "vitest"
import { compareWithLast, verifyWebhook, WebhookRejected } from "../../../src/client/Webhook.ts"
import { makeSend } from "../../../src/notify/Send.ts"
import { privateHosts } from "../../support/privateHosts.ts"
import { date } from "./Service.ts"
import { keysOf, message, requestFor, service } from "./signed.ts"

const listen = async ({ onTestFinished }: TestContext, listener: RequestListener, host = "127.0.0.1") => {
  const server = createServer(listener).listen(0, host)
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const options = { allowHttp: true, allowPrivate: true, timeoutMillis: 10_000 }
const send = (url: string, changes: Partial<Parameters<typeof makeSend>[0]> = {}) =>
  Effect.runPromise(makeSend({ ...options, ...changes })(requestFor(url)))

describe("a delivery", () => {
  it("is verified by a library of others, and by the client in both ways", async ({ expect }) => {
    const { body, headers } = requestFor("https://example.com/", 2)
    for (const generation of [1, 2]) {
      const { publicKey, secret } = keysOf(generation)
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(message)
      for (const keys of [{ secret }, { publicKey }, { secret, publicKey }]) {
        expect(await verifyWebhook(body, headers, keys)).toEqual({ ...message, id: "msg_2" })
      }
    }
    const other = keysOf(3)
    expect(() => new Webhook(other.secret).verify(body, { ...headers })).toThrow()
  })

  it("has the headers of a CloudEvent in binary mode", ({ expect }) => {
    expect(requestFor("https://example.com/").headers).toMatchObject({
      "content-type": "application/json",
      "ce-specversion": "1.0",
      "ce-id": "msg_2",
      "ce-source": service,
      "ce-type": "taxonomy.release",
      "ce-time": date
    })
  })

  it("is refused by the client if anything was changed, is old, or is signed by others", async ({ expect }) => {
    const { body, headers } = requestFor("https://example.com/")
    const { publicKey, secret } = keysOf()
    const time = Number(headers["webhook-timestamp"])
    const reasonOf = async (...[text, sent, keys]: Parameters<typeof verifyWebhook>) =>
      verifyWebhook(text, sent, keys).then(
        () => "accepted",
        (error: unknown) => (error instanceof WebhookRejected ? error.reason : error)
      )
    for (const keys of [{ secret }, { publicKey }]) {
      expect(await reasonOf(`${body} `, headers, keys)).toBe("signature")
      expect(await reasonOf(body, { ...headers, "webhook-id": "msg_3" }, keys)).toBe("signature")
      expect(await reasonOf(body, { ...headers, "webhook-timestamp": String(time + 1) }, keys)).toBe("signature")
      expect(await reasonOf(body, { ...headers, "webhook-signature": "v1,AAAA v2,AAAA v1a,AAAA x" }, keys)).toBe(
        "signature"
      )
      expect(await reasonOf(body, { ...headers, "webhook-signature": undefined }, keys)).toBe("header-missing")
      expect(await reasonOf(body, headers, { ...keys, now: () => (time + 301) * 1000 })).toBe("timestamp")
      expect(await reasonOf(body, headers, { ...keys, now: () => (time - 301) * 1000 })).toBe("timestamp")
      expect(await reasonOf(body, headers, { ...keys, now: () => (time + 299) * 1000 })).toBe("accepted")
    }
    expect(await reasonOf(body, headers, { secret: keysOf(2).secret })).toBe("signature")
    // A signature of one kind is none of the other.
    const [v1 = "", v1a = ""] = (headers["webhook-signature"] ?? "").split(" ")
    expect(await reasonOf(body, { ...headers, "webhook-signature": v1 }, { publicKey })).toBe("signature")
    expect(await reasonOf(body, { ...headers, "webhook-signature": v1a }, { secret })).toBe("signature")
    await expect(verifyWebhook(body, headers, {})).rejects.toThrow("must have a secret or a publicKey")
    await expect(verifyWebhook(body, headers, { secret: "whsec_short" })).rejects.toThrow("must be whsec_")
  })

  it("shows which message is missing", async ({ expect }) => {
    const { body, headers } = requestFor("https://example.com/")
    const webhook = await verifyWebhook(body, headers, keysOf())
    const order = (id: string, sequence: number) => compareWithLast({ id, sequence }, webhook)
    expect(compareWithLast(null, webhook)._tag).toBe("Next")
    expect(order("msg_1", 1)._tag).toBe("Next")
    expect(order("msg_2", 2)._tag).toBe("Repeated")
    expect(order("msg_9", 9)._tag).toBe("Repeated")
    expect(order("msg_0", 0)).toEqual({
      _tag: "Gap",
      missing: { id: "msg_1", sequence: 1 },
      message: "Message msg_1, sequence 1, is missing: GET https://r"
    })
  })
})

describe("sending", () => {
  it.for(privateHosts)("reaches nothing at %s", async (host, context) => {
    const { expect } = context
    let requests = 0
    const port = await listen(
      context,
      (_, response) => {
        requests += 1
        response.end()
      },
      "0.0.0.0"
    )
    for (const scheme of ["http", "https"]) {
      const outcome = await send(`${scheme}://${host}:${port}/`, { allowPrivate: false, timeoutMillis: 2000 })
      expect(outcome).toEqual({ _tag: "Unanswered", reason: "address-refused" })
    }
    expect(requests).toBe(0)
  })

  it("connects to the address that was checked, whatever the name server says next", async (context) => {
    const { expect, onTestFinished } = context
    let requests = 0
    const port = await listen(context, (_, response) => {
      requests += 1
      response.end()
    })
    let answers = 0
    const nameServer = createSocket("udp4", (query, { address, port }) => {
      answers += 1
      // First a public address, at which nobody listens on this port, then loopback.
      nameServer.send(answerTo(query, answers === 1 ? [1, 1, 1, 1] : [127, 0, 0, 1]), port, address)
    })
    nameServer.bind(0, "127.0.0.1")
    await once(nameServer, "listening")
    onTestFinished(() => void nameServer.close())
    const resolve = async (name: string) => {
      // Without the cache of an earlier one.
      const resolver = new Resolver({ timeout: 30_000, tries: 1 })
      resolver.setServers([`127.0.0.1:${nameServer.address().port}`])
      return (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }))
    }
    const attempt = (timeoutMillis: number) =>
      send(`http://rebinding.example:${port}/`, { allowPrivate: false, resolve, timeoutMillis })
    const first = await attempt(2000)
    expect(first).toMatchObject({ _tag: "Unanswered" })
    expect(first).not.toMatchObject({ reason: "address-refused" })
    expect([answers, requests]).toEqual([1, 0])
    expect(await attempt(30_000)).toEqual({ _tag: "Unanswered", reason: "address-refused" })
    expect([answers, requests]).toEqual([2, 0])
  })

  it("looks a name up once, connects to that address, and names the host", async (context) => {
    const { expect } = context
    const seen: Array<IncomingMessage> = []
    const port = await listen(context, (request, response) => {
      seen.push(request)
      response.end()
    })
    const names: Array<string> = []
    const resolve = async (name: string) => {
      names.push(name)
      return [{ address: "127.0.0.1", family: 4 }]
    }
    expect(await send(`http://receiver.example:${port}/hooks?a=b`, { resolve })).toEqual({
      _tag: "Answered",
      status: 200
    })
    expect(names).toEqual(["receiver.example"])
    expect([seen[0]?.headers.host, seen[0]?.url]).toEqual([`receiver.example:${port}`, "/hooks?a=b"])
  })

  it("refuses a name of which one address is private", async ({ expect }) => {
    const resolve = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "::ffff:127.0.0.1", family: 6 }
    ]
    expect(await send("http://both.example/", { allowPrivate: false, resolve })).toEqual({
      _tag: "Unanswered",
      reason: "address-refused"
    })
  })

  it("follows no redirect", async (context) => {
    const { expect } = context
    let followed = 0
    const target = await listen(context, (_, response) => {
      followed += 1
      response.end()
    })
    const port = await listen(context, (_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end()
    })
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ _tag: "Answered", status: 307 })
    expect(followed).toBe(0)
  })

  it("takes Retry-After, and survives endless and silent answers", async (context) => {
    const { expect } = context
    const port = await listen(context, (request, response) => {
      if (request.url === "/busy") return void response.writeHead(503, { "retry-after": "7" }).end()
      if (request.url === "/silent") return
      if (request.url === "/headers") return void response.writeHead(200, { x: "a".repeat(40_000) }).end()
      response.writeHead(200)
      const write = () => response.destroyed || (response.write("a".repeat(65_536)), setImmediate(write))
      write()
    })
    const at = (path: string) => send(`http://127.0.0.1:${port}/${path}`, { timeoutMillis: 1500 })
    expect(await at("busy")).toEqual({ _tag: "Answered", status: 503, retryAfterMillis: 7000 })
    expect(await at("silent")).toEqual({ _tag: "Unanswered", reason: "timeout" })
    expect(await at("headers")).toEqual({ _tag: "Unanswered", reason: "too-large" })
    expect(await at("endless")).toEqual({ _tag: "Answered", status: 200 })
  })

  it("says why nobody answered", async (context) => {
    const { expect } = context
    const port = await listen(context, (_, response) => response.destroy())
    const notFound = async () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: "disconnected" })
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ reason: "tls-failed" })
    expect(await send("http://127.0.0.1:1/")).toMatchObject({ reason: "not-connected" })
    expect(await send("http://nobody.example/", { resolve: notFound })).toMatchObject({ reason: "not-found" })
  })
})

/** The answer of a name server to a query for an IPv4 address (RFC 1035). */
const answerTo = (query: Buffer, address: ReadonlyArray<number>): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
  return Buffer.concat([header, question, Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address])])
}
