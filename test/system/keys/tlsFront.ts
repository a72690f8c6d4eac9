import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import * as Effect from "effect/Effect"
import { standInFor } from "./standIn.ts"

/** A self-signed certificate for 127.0.0.1, as in a default installation of a database. */
const makeCertificate = (folder: string) => {
  const [key, certificate] = [join(folder, "server.key"), join(folder, "server.crt")]
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
  execFileSync("openssl", [...kind, "-keyout", key, "-out", certificate, ...subject], { stdio: "ignore" })
  return { certificate, secureContext: { key: readFileSync(key), cert: readFileSync(certificate) } }
}

/**
 * Encrypts for the PostgreSQL that a URL names, as that does itself where it has a certificate. Tells how many
 * connections were encrypted; others are refused.
 */
export const tlsFront = Effect.fnUntraced(function* (serverUrl: string) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "tls-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const { certificate, secureContext } = makeCertificate(folder)
  let encrypted = 0
  const { url } = yield* standInFor(serverUrl, (client, toServer) => {
    client.on("error", () => client.destroy())
    client.once("data", (asked) => {
      if (!asked.equals(wantsTls)) return void client.destroy()
      client.write("S")
      const secured = new TLSSocket(client, { isServer: true, ...secureContext })
      secured.on("secure", () => encrypted++)
      const upstream = toServer()
      for (const [from, to] of [
        [secured, upstream],
        [upstream, secured]
      ] as const) {
        from.pipe(to)
        from.on("error", () => to.destroy())
        from.on("close", () => to.destroy())
      }
    })
  })
  return { url, certificate, encrypted: () => encrypted }
})

/** The message `SSLRequest`, with which a PostgreSQL client requests TLS. */
const wantsTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
