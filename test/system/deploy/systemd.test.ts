import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "vitest"
import { shell } from "../../support/CommandLine.ts"
import { temporaryFolder } from "../../support/Repository.ts"
import { isInstalled } from "../../support/Terminal.ts"
import { unknownVariables } from "./Variables.ts"

const units = fileURLToPath(new URL("../../../deploy/systemd/", import.meta.url))
const names = await readdir(units)
const read = (name: string) => readFile(join(units, name), "utf8")

/** The exposure above which `systemd-analyze security` fails, in tenths: below 3.0. */
const maxExposure = 29

describe.for(names)("the unit %s", (name) => {
  it("is sound for systemd, and exposes less than 3 of 10", async ({ expect, skip }) => {
    if (!isInstalled("systemd-analyze")) return skip("systemd-analyze is not installed")
    const folder = await temporaryFolder()
    // It must name a program of this machine.
    await writeFile(join(folder, name), (await read(name)).replace("/usr/bin/node", process.execPath))
    const analyze = (...args: ReadonlyArray<string>) =>
      shell(`SYSTEMD_LOG_LEVEL=warning systemd-analyze ${args.join(" ")} '${join(folder, name)}'`, { cwd: folder })
    expect(await analyze("verify", "--man=no")).toEqual({ code: 0, stdout: "", stderr: "" })
    const security = await analyze("security", "--offline=true", "--no-pager", `--threshold=${maxExposure}`)
    expect(security.code, security.stdout).toBe(0)
  })

  it("sets variables that commands read", async ({ expect }) => {
    expect(unknownVariables(await read(name))).toEqual([])
  })

  it("may compile code, and gives a server time to drain", async ({ expect }) => {
    const unit = await read(name)
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(12)
  })
})

describe("the unit taxonomy-mirror.service", () => {
  it("follows an origin that is away when the machine starts", async ({ expect }) => {
    const unit = await read("taxonomy-mirror.service")
    const [, command = ""] = /^ExecStart=(.*) --follow$/m.exec(unit) ?? []
    expect(unit.match(/^ExecStartPre=.*$/gm)).toEqual([`ExecStartPre=-${command}`])
    expect(await read("taxonomy@.service")).not.toMatch(/^(?:Requires|BindsTo|Requisite)=/m)
  })
})

describe("the template taxonomy@.service", () => {
  it("gives each instance a port, settings and a cache of its own", async ({ expect }) => {
    const lines = (await read("taxonomy@.service")).split("\n").filter((line) => line.includes("%i"))
    expect(lines).toEqual([
      "Description=Taxonomy read server on port %i",
      "Environment=TAXONOMY_KEYS_SNAPSHOT=/var/lib/taxonomy/keys/snapshot-%i",
      "Environment=TAXONOMY_PORT=%i",
      "CacheDirectory=taxonomy-%i",
      "Environment=NODE_COMPILE_CACHE=/var/cache/taxonomy-%i",
      "EnvironmentFile=-/etc/taxonomy-%i.env"
    ])
  })
})
