import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"

const running = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

/** Ends this process, with those that it has started, on the signals of a terminal. */
export const exitOnSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1))
}

/** Starts a program that ends with this process at the latest. Its output goes to `onOutput`. */
export const startProcess = (
  command: readonly [string, ...Array<string>],
  options: SpawnOptions,
  onOutput: (text: string) => void = () => undefined
): ChildProcess => {
  const [program, ...args] = command
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
  running.add(child)
  child.once("exit", () => running.delete(child))
  child.once("error", () => running.delete(child))
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onOutput)
  return child
}

/** Starts a program and returns when its output contains a text. Fails if it ends before. */
export const startUntil = (
  command: readonly [string, ...Array<string>],
  options: SpawnOptions,
  isReady: (output: string) => boolean
): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    let output = ""
    let isStarted = false
    const child = startProcess(command, options, (text) => {
      if (isStarted) return
      output += text
      isStarted = isReady(output)
      if (isStarted) resolve(child)
    })
    child.once("error", reject)
    child.once("exit", () => reject(new Error(`${command[0]} has ended: ${output}`)))
  })

/** Sends a signal and waits for the end of the process. Returns its exit code. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, "exit")
  child.kill(signal)
  await ended
  return child.exitCode
}

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  await once(server.close(), "close")
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port")
  return address.port
}
