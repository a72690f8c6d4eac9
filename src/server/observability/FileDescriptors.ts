import { readdirSync, readFileSync, statSync } from "node:fs"

/** The file descriptors that this process may open, or `undefined` if the system does not say (no Linux). */
export const readMaxDescriptors = (): number | undefined => {
  try {
    return parseMaxDescriptors(readFileSync("/proc/self/limits", "latin1"))
  } catch {
    return undefined
  }
}

/** Parses the soft limit in `/proc/PID/limits` (proc(5)). */
export const parseMaxDescriptors = (limits: string): number | undefined => {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1]
  if (soft === undefined) return undefined
  return soft === "unlimited" ? Infinity : Number(soft)
}

/** The open file descriptors of this process, or `undefined` if the system does not say. */
export const countOpenDescriptors = (): number | undefined => {
  try {
    // From Linux 6.2 on, the size of the folder is the count. Before that it is 0.
    const { size } = statSync(folder)
    // The list contains the descriptor that reads it.
    return size > 0 ? size : readdirSync(folder).length - 1
  } catch (error) {
    // The list takes a descriptor, and there is none left.
    return isOutOfDescriptors(error) ? readMaxDescriptors() : undefined
  }
}

const folder = "/proc/self/fd"

const isOutOfDescriptors = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE")

/**
 * The connections that the server may accept, at most `maxConnections`: the system closes a connection for which there is
 * no descriptor, and tells nobody. The server closes idle ones instead.
 */
export const fitConnections = (maxConnections: number, maxDescriptors: number): number =>
  Math.min(maxConnections, Math.max(maxDescriptors - reserve, Math.floor(maxDescriptors / 3), 1))

/**
 * Says that the system would refuse connections before the server does, or returns `undefined` if it would not. Nobody
 * is told about a connection that the system refuses.
 */
export const describeDescriptorShortage = (maxConnections: number, maxDescriptors: number): string | undefined =>
  maxDescriptors >= maxConnections + reserve
    ? undefined
    : `The limit of open files is ${maxDescriptors}, which is too low for ${maxConnections} connections, so the server accepts ` +
      `${fitConnections(maxConnections, maxDescriptors)}. ` +
      `Raise it to ${maxConnections + reserve} (LimitNOFILE in a systemd unit, ulimit -n in a shell).`

/** Descriptors for everything but connections: files, listening sockets, the database, Redis, and the runtime. */
const reserve = 200
