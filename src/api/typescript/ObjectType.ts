import { formatDocComment, type Doc } from "./DocComment.ts"
import { propertyName } from "./TypeNames.ts"

/** A member of an object type. */
export interface Member {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly doc?: Doc
}

/** Renders the type of an object with these members and no others. */
export const renderObject = (members: ReadonlyArray<Member>, indentation = ""): string => {
  // The type `{}` would accept everything.
  if (members.length === 0) return "{ readonly [name: string]: never }"
  const inner = `${indentation}  `
  const lines = members.flatMap(({ doc, isRequired, name, type }) => [
    ...(doc === undefined ? [] : [formatDocComment(doc, inner)]),
    `${inner}readonly ${propertyName(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : orInherited(name)}`
  ])
  return ["{", ...lines, ...guardOf(members, inner), `${indentation}}`].join("\n")
}

// Every object inherits these names, so an object could not leave out a member with such a name if its type did not
// include the inherited one.
const orInherited = (name: string): string => (inherited.has(name) ? ` | Object["${name}"]` : "")

// With such a member, arrays, strings and functions would be objects that leave out all others.
const guardOf = (members: ReadonlyArray<Member>, indentation: string): ReadonlyArray<string> =>
  members.some(({ isRequired, name }) => !isRequired && inherited.has(name))
    ? ["iterator", "hasInstance"].map((symbol) => `${indentation}readonly [Symbol.${symbol}]?: never`)
    : []

/** The members of TypeScript's `Object`. */
const inherited: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf"
])
