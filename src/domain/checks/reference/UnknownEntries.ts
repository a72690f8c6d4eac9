import { listNames } from "../../Sentence.ts"
import { writeCode } from "./meaning/WrittenCode.ts"
import type { UnknownEntry } from "./UnknownName.ts"

/** Names every unknown code of a list. A region is no misspelt code. */
export const entriesMessage = (dimension: string, entries: ReadonlyArray<UnknownEntry>): string => {
  const areRegions = entries.every(({ members }) => members !== undefined)
  const names = entries.map(({ name }) => name)
  if (areRegions) return names.length === 1 ? `${names[0]} is not a country` : `${listNames(names)} are not countries`
  return `${dimension} has no ${names.length === 1 ? "value" : "values"} ${listNames(names.map(quote))}`
}

/** The whole list, or else what to do about each entry. */
export const entriesHelp = (dimension: string, entries: ReadonlyArray<UnknownEntry>, meant: string | null): string => {
  if (meant !== null) return `Write ${meant}`
  const others = entries.filter(
    ({ belongs_to, members, suggestion }) => suggestion === null && belongs_to === undefined && members === undefined
  )
  const sentences = [
    ...entries.flatMap(({ belongs_to, members, name, suggestion }) => {
      if (members !== undefined) {
        return [
          members.length === 0
            ? `Name each country of ${name} with its code.`
            : `Instead of ${name}, write its members: ${members.join(", ")}.`
        ]
      }
      if (suggestion !== null) return [`Write ${writeCode(suggestion)} instead of ${quote(name)}.`]
      return belongs_to === undefined ? [] : [`Set ${quote(name)} under ${belongs_to}, which has this value.`]
    }),
    ...(others.length === 0
      ? []
      : [
          `Add ${listNames(others.map(({ name }) => quote(name)))} to ${dimension}, or use ${others.length === 1 ? "an existing value" : "existing values"}.`
        ])
  ]
  return sentences.join(" ")
}

const quote = (name: string): string => `"${name}"`
