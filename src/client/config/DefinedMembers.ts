import { isObject } from "../../domain/Json.ts"

/**
 * A config without the members that are `undefined`, at both of its levels: `JSON.stringify` would leave them out, and
 * forms have them for empty fields. The same object if there are none.
 */
export const withDefinedMembers = (config: unknown): unknown => {
  if (!isObject(config)) return config
  const entries = Object.entries(config)
  const defined = entries.flatMap(([name, setting]): typeof entries =>
    setting === undefined ? [] : [[name, isObject(setting) ? definedIn(setting) : setting]]
  )
  return isSame(entries, defined) ? config : Object.fromEntries(defined)
}

const definedIn = (setting: object): object => {
  const entries = Object.entries(setting)
  const defined = entries.filter(([, member]) => member !== undefined)
  return entries.length === defined.length ? setting : Object.fromEntries(defined)
}

type Entries = ReadonlyArray<readonly [name: string, member: unknown]>

const isSame = (entries: Entries, others: Entries): boolean =>
  entries.length === others.length && entries.every(([, member], index) => others[index]?.[1] === member)
