import { execFileSync } from "node:child_process"

/** The system calls and address families that a unit allows, as a profile for a container runtime. */
export const seccompProfileOf = (unit: string): object => {
  const filters = valuesOf(unit, "SystemCallFilter")
  const isDenied = (names: ReadonlyArray<string>) => names[0]?.startsWith("~") === true
  const denied = new Set(
    filters.filter(isDenied).flatMap((names) => names.flatMap((name) => expand(name.replace("~", ""))))
  )
  const allowed = filters.filter((names) => !isDenied(names)).flatMap((names) => names.flatMap(expand))
  const names = [...new Set([...allowed.filter((name) => !denied.has(name)), ...ofRuntime])].filter(
    (name) => name !== "socket"
  )
  const families = valuesOf(unit, "RestrictAddressFamilies").flat()
  return {
    defaultAction: "SCMP_ACT_ERRNO",
    defaultErrnoRet: EPERM,
    syscalls: [
      { names, action: "SCMP_ACT_ALLOW" },
      ...families.map((family) => ({
        names: ["socket"],
        action: "SCMP_ACT_ALLOW",
        args: [{ index: 0, value: numbers[family], op: "SCMP_CMP_EQ" }]
      }))
    ]
  }
}

const EPERM = 1

/** What the runtime itself calls to give up rights after the filter is in force. */
const ofRuntime = ["capset", "setgid", "setgroups", "setuid"]

/** The numbers of address families on Linux. */
const numbers: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10 }

const valuesOf = (unit: string, setting: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...unit.matchAll(new RegExp(`^${setting}=(.+)$`, "gm"))].map(([, value = ""]) => value.split(" "))

/** The system calls of a set of systemd, which can contain other sets. */
const expand = (name: string): ReadonlyArray<string> => {
  if (!name.startsWith("@")) return [name]
  const text = execFileSync("systemd-analyze", ["syscall-filter", "--no-pager", name], { encoding: "utf8" })
  const members = text
    .split("\n")
    .slice(1)
    .map((line) => line.trim())
  return members.filter((member) => member !== "" && !member.startsWith("#")).flatMap(expand)
}
