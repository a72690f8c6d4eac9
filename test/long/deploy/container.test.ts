import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { taxonomy } from "../../support/CommandLine.ts"
import { packSharedBundle } from "../../support/PackedServer.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { makePodman, missingPodman } from "./Podman.ts"
import { seccompProfileOf } from "./SystemCalls.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The first release, as the only one, and an API key. */
const makeData = async (): Promise<string> => {
  const folder = await temporaryFolder()
  // The container runs as another user.
  await chmod(folder, 0o755)
  await mkdir(join(folder, "releases"))
  await cp(join(root, "releases/v1.0.0"), join(folder, "releases/v1.0.0"), { recursive: true })
  const ledger = await readFile(join(root, "releases/ledger.ndjson"), "utf8")
  await writeFile(join(folder, "releases/ledger.ndjson"), ledger.slice(0, ledger.indexOf("\n") + 1))
  const keys = join(folder, "keys")
  const { code, stderr } = await taxonomy(["keys", "issue", "--keys", join(keys, "keys.ndjson"), ...holder], {
    cwd: root
  })
  if (code !== 0) throw new Error(stderr)
  await chmod(keys, 0o755)
  await chmod(join(keys, "keys.ndjson"), 0o644)
  return folder
}

const holder = Object.entries({
  organization: "Acme",
  "use-case": "A shop",
  "expected-volume": "10 a day",
  environment: "production",
  tier: "professional"
}).flatMap(([name, value]) => [`--${name}`, value])

/** Prints what a process in the container may do. */
const inspect = `
  const { readFileSync, writeFileSync } = require("node:fs")
  const attempt = (path) => { try { writeFileSync(path, ""); return "written" } catch ({ code }) { return code } }
  const first = readFileSync("/proc/1/cmdline", "utf8").split("\\0").slice(0, -1)
  const capabilities = /^CapEff:\\s*(\\w+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]
  const write = [attempt("/opt/taxonomy/bin/taxonomy.js"), attempt("/new"), attempt("releases/new")]
  // A system call that the default profile of a container allows.
  const nice = () => { try { require("node:os").setPriority(5); return "allowed" } catch ({ info }) { return info.code } }
  process.stdout.write(JSON.stringify({ uid: process.getuid(), first, capabilities, write, setPriority: nice() }))`

/** Restricts a container to the system calls of the unit and to what it sees of /proc, if systemd can tell them. */
const asUnit = async (): Promise<ReadonlyArray<string>> => {
  if (!isInstalled("systemd-analyze")) return []
  const unit = await readFile(join(root, "deploy/systemd/taxonomy@.service"), "utf8")
  const profile = join(await temporaryFolder(), "seccomp.json")
  await writeFile(profile, JSON.stringify(seccompProfileOf(unit)))
  const hidden = "mask=/proc/cpuinfo:/proc/meminfo:/proc/stat"
  return ["--security-opt", `seccomp=${profile}`, "--security-opt", hidden]
}

describe("the container image", () => {
  it("serves read-only, without rights and with the system calls of the unit, tells its health, and drains as process 1", async ({
    expect,
    onTestFinished,
    skip
  }) => {
    const reason = missingPodman()
    if (reason !== undefined) return skip(reason)
    const podman = await makePodman()
    onTestFinished(podman.close)
    await podman.build(join(root, "deploy/Containerfile"), dirname(await packSharedBundle()), "taxonomy")
    if (!podman.canRun()) return skip("podman cannot run containers here")
    const restrictions = [
      "--read-only",
      "--cap-drop",
      "ALL",
      "--security-opt",
      "no-new-privileges",
      ...(await asUnit())
    ]
    const volume = ["--volume", `${await makeData()}:/var/lib/taxonomy:ro`]
    const server = podman.run("server", ...restrictions, ...volume, "taxonomy", "serve")
    await server.printed("Serving at http://0.0.0.0:8080/api/taxonomy")
    expect(JSON.parse(await podman.call("exec", "server", "node", "--eval", inspect))).toEqual({
      uid: 65532,
      first: ["node", "/opt/taxonomy/bin/taxonomy.js", "serve"],
      capabilities: "0000000000000000",
      write: ["EROFS", "EROFS", "EROFS"],
      setPriority: isInstalled("systemd-analyze") ? "EPERM" : "allowed"
    })
    // Fails if the check does.
    await podman.call("healthcheck", "run", "server")
    await podman.call("kill", "--signal", "TERM", "server")
    expect(await server.exitCode).toBe(0)
  })
})
