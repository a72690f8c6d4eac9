import { execFileSync, type ChildProcess } from "node:child_process"
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { OwnService } from "./OwnService.ts"
import { endProcess, freePort, startUntil } from "./ServiceProcess.ts"

/** A PostgreSQL with its data in a folder; `undefined` if its programs are missing. Root runs it as the user postgres. */
export const makeOwnPostgres = async (folder: string): Promise<OwnService | undefined> => {
  const program = globSync("/usr/lib/postgresql/*/bin/postgres").toSorted().at(-1)
  if (program === undefined) return undefined
  const port = await freePort()
  const user = process.getuid?.() === 0 ? { uid: numberOf("-u"), gid: numberOf("-g") } : {}
  const [data, empty] = [join(folder, "data"), join(folder, "empty")]
  let child: ChildProcess | undefined

  mkdirSync(folder, { recursive: true })
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const initdb = [join(dirname(program), "initdb"), "-D", empty, "-A", "trust", "-U", "taxonomy", "-E", "UTF8", "-N"]
  execFileSync(initdb[0] ?? "", initdb.slice(1), { ...user, cwd: folder, stdio: "ignore" })
  const copy = (place: string) => execFileSync("cp", ["-a", empty, place], { ...user, cwd: folder })
  copy(data)

  const startIn = async (place: string): Promise<void> => {
    const address = ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", ""]
    child = await startUntil(
      [program, "-D", place, ...address, "-c", "fsync=off"],
      { ...user, cwd: folder },
      (output) => output.includes("database system is ready to accept connections")
    )
  }
  /** Its processes have groups of their own, so each gets the signal. */
  const signal = (name: NodeJS.Signals): void => {
    if (child?.pid === undefined || child.exitCode !== null) return
    const { pid } = child
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
    for (const each of [pid, ...children.filter((text) => text !== "").map(Number)]) trySignal(each, name)
  }

  // A process that is paused would not notice that its parent ends.
  process.prependOnceListener("exit", () => signal("SIGCONT"))

  return {
    url: `postgres://taxonomy@127.0.0.1:${port}/postgres`,
    start: () => startIn(data),
    kill: async () => {
      if (child === undefined) return
      signal("SIGCONT")
      // Ends its backends, too, and writes nothing.
      await endProcess(child, "SIGQUIT")
    },
    startEmpty: async () => {
      const place = join(folder, `empty-${process.hrtime.bigint()}`)
      copy(place)
      await startIn(place)
    },
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT")
  }
}

const numberOf = (option: string): number => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }))

const trySignal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // A backend may have ended meanwhile.
  }
}
