import { spawn, type ChildProcessByStdio } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { createServer } from "node:net"
import { delimiter, join } from "node:path"
import type { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { waitUntil } from "../TestServer.ts"

const { PATH = "" } = process.env

/** Where nginx is, which Debian keeps out of the path of ordinary users; none where it is not installed. */
export const nginxProgram: string | undefined = [...PATH.split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "nginx"))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** What a configuration leaves open. */
export interface Place {
  readonly listen: string
  readonly folder: string
  readonly log: string
}

/**
 * Runs nginx with a configuration for its `http` block until the scope closes, all of its files in a folder that goes
 * with it, and gives back its port and where it keeps what it caches.
 */
export const runNginx = Effect.fnUntraced(function* (configuration: (place: Place) => string) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-nginx-" })
  // Another process may take the port before nginx does.
  for (let tries = 0; tries < 5; tries++) {
    const port = yield* freePort
    yield* fs.writeFileString(
      `${folder}/nginx.conf`,
      nginxConfiguration(
        folder,
        configuration({ listen: `127.0.0.1:${port}`, folder: `${folder}/cache`, log: `${folder}/access.log` })
      )
    )
    const { failed } = yield* started(folder)
    if (failed === undefined) return { port, folder: `${folder}/cache`, log: `${folder}/access.log` }
    if (!failed.includes("Address already in use")) return yield* Effect.die(new Error(failed))
  }
  return yield* Effect.die(new Error("nginx found no free port"))
})

/** All of a configuration around its `http` block, with whatever nginx writes in a folder. */
export const nginxConfiguration = (folder: string, http: string): string => `
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 512; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
  ${http}
}
`

const started = (folder: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const child: ChildProcessByStdio<null, null, Readable> = spawn(
        String(nginxProgram),
        ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`, "-g", "daemon off;"],
        { stdio: ["ignore", "ignore", "pipe"] }
      )
      let log = ""
      let ended = false
      child.stderr.on("data", (chunk) => (log += String(chunk)))
      child.on("close", () => (ended = true))
      yield* waitUntil(() => ended || log.includes("start worker process "))
      return { child, ended: () => ended, failed: ended ? log : undefined }
    }),
    ({ child, ended }) => {
      child.kill("SIGTERM")
      return waitUntil(ended)
    }
  )

export const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    server.close(() => resume(Effect.succeed(port)))
  })
})
