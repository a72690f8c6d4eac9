import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { dimensionRef, valueRef, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { everything } from "../../taxonomy/Names.ts"
import type { Role } from "../../taxonomy/Scalars.ts"
import type { Dimension, Taxonomy, Value } from "../../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { refusedRemoval, type Check } from "../Check.ts"

/** Why what is said of a dimension or a value contradicts itself, by the names of the problems. */
const problems = {
  "unset-required": [
    "A required dimension is never left out, so unset says nothing",
    "Remove unset, or let licenses leave the dimension out."
  ],
  "unset-scope": [
    "A license that leaves a scope out cannot allow nothing at all",
    "Write unset: everything or unset: open, or remove it."
  ],
  "role-of-flags": [
    "Flags cannot have this role: a flag is set to yes or no, and says nothing of what it leaves out",
    "Write permission, limit, duty or description."
  ],
  "role-of-territory": [
    "A territory says where a license applies, so it is a scope",
    "Write role: scope or role: description."
  ],
  "kinds-of-flags": ["Flags are set one by one, so none is a kind of another", "Remove broader and includes."],
  "between-roles": [
    "The value that it names has another role, so the one cannot stand for the other",
    "Name a value of the same role, or give both the same role."
  ],
  "within-no-scope": ["The dimension that it names is not a scope", "Name dimensions with the role scope."],
  "within-nothing": [
    "The dimension reserves nothing, so a reservation cannot be bounded",
    "Remove within, or write reserves."
  ],
  "reserves-no-role": [
    "Only what has the role exclusivity can reserve something",
    "Write role: exclusivity, or remove reserves."
  ],
  "reserves-no-scope": ["The dimension that it reserves is not a scope", "Name a dimension with the role scope."],
  "reserves-no-exclusivity": [
    "The dimension that it names does not have the role exclusivity",
    "Write everything, or the name of a dimension with the role exclusivity."
  ],
  "reserves-other-codes": [
    "It reserves the code of the same name, which the dimension that it reserves does not have",
    "Write values_of with the name of that dimension, or add the code there."
  ],
  "nothing-reserved": [
    "An exclusivity must say what it reserves",
    "Write reserves in the dimension or in its values, or role: description in values that reserve nothing."
  ],
  "unbound-by-no-exclusivity": [
    "The dimension that it names does not have the role exclusivity",
    "Name dimensions with the role exclusivity."
  ],
  "refines-no-territory": [
    "The dimension that it names is not a territory",
    "Name a dimension with the shape territory."
  ],
  "refines-shape": ["Parts of countries are a list", "Write shape: multiple, or remove refines."],
  "part-of-no-country": [
    "The code does not begin with the code of a country and a hyphen",
    "Write a code such as US-NY."
  ]
} as const

type Problem = keyof typeof problems

export const contradiction: Check<
  "meaning/contradiction",
  { readonly problem: Problem; readonly name: string | null }
> = {
  id: "meaning/contradiction",
  title: "Roles that contradict each other",
  level: "error",
  stage: "reference",
  followsFrom: [refusedRemoval],
  explanation:
    "Programs compute what a license covers from role, unset, reserves, within, broader, includes, unbound_by and refines. Where these contradict each other, or the shape of the dimension, no answer would be right. Correct the key that the finding names; in doubt leave the role out, which can be given later in a minor release.",
  breaks: `# dimensions/ai_synthetic_use.yaml
shape: flags
role: scope
values:
  - code: avatar_only`,
  keeps: `# dimensions/ai_synthetic_use.yaml
shape: flags
role: permission
values:
  - code: avatar_only`,
  message: ({ name, problem }) => `${problems[problem][0]}${name === null ? "" : `: ${name}`}`,
  help: ({ problem }) => problems[problem][1],
  run: ({ command: { taxonomy } }) =>
    taxonomy.dimensions.flatMap((dimension) => [
      ...inDimension(taxonomy, dimension),
      ...dimension.values.flatMap((value) => inValue(taxonomy, dimension, value))
    ])
}

const found = (item: ItemRef, problem: Problem, path: ReadonlyArray<string | number>, name?: string): Finding =>
  makeFinding(contradiction, { problem, name: name ?? null }, { item, location: inItem(item, ...path) })

const inDimension = (taxonomy: Taxonomy, dimension: Dimension): ReadonlyArray<Finding> => {
  const { name, refines, required, reserves, role = "description", shape, unset, values, within } = dimension
  const item = dimensionRef(name)
  const other = (otherName: string) => snapshotOf(taxonomy).dimension(otherName)
  const isExclusive = role === "exclusivity"
  return [
    ...(unset !== undefined && required ? [found(item, "unset-required", ["unset"])] : []),
    ...(unset === "nothing" && role === "scope" ? [found(item, "unset-scope", ["unset"])] : []),
    ...(shape === "flags" && (role === "scope" || isExclusive) ? [found(item, "role-of-flags", ["role"], role)] : []),
    ...(shape === "territory" && role !== "scope" && role !== "description"
      ? [found(item, "role-of-territory", ["role"], role)]
      : []),
    ...(within ?? []).flatMap((scope, index) =>
      other(scope)?.role === "scope" ? [] : [found(item, "within-no-scope", ["within", index], scope)]
    ),
    ...(within !== undefined && reserves === undefined ? [found(item, "within-nothing", ["within"])] : []),
    ...(reserves !== undefined && !isExclusive ? [found(item, "reserves-no-role", ["reserves"])] : []),
    ...(reserves !== undefined && isExclusive && other(reserves) !== undefined && other(reserves)?.role !== "scope"
      ? [found(item, "reserves-no-scope", ["reserves"], reserves)]
      : []),
    ...(isExclusive && reserves === undefined && values.some((value) => reservesNothing(value))
      ? [found(item, "nothing-reserved", ["role"], values.find(reservesNothing)?.code)]
      : []),
    ...(refines !== undefined && other(refines) !== undefined && other(refines)?.shape !== "territory"
      ? [found(item, "refines-no-territory", ["refines"], refines)]
      : []),
    ...(refines !== undefined && shape !== "multiple" ? [found(item, "refines-shape", ["refines"])] : [])
  ]
}

const reservesNothing = ({ reserves, role }: Value): boolean =>
  reserves === undefined && (role === undefined || role.includes("exclusivity"))

const inValue = (taxonomy: Taxonomy, dimension: Dimension, value: Value): ReadonlyArray<Finding> => {
  const { broader = [], code, includes = [], reserves, unbound_by = [] } = value
  const { refines, reserves: reserved, shape } = dimension
  if (value.role === undefined && refines === undefined && reserved === undefined && !relates(value)) return none
  const item = valueRef(dimension.name, code)
  const snapshot = snapshotOf(taxonomy)
  const roles = rolesOf(dimension, value)
  const isExclusive = roles.includes("exclusivity")
  const countries = refines === undefined ? undefined : snapshot.dimension(refines)
  return [
    ...(shape === "flags" && roles.some((role) => role === "scope" || role === "exclusivity")
      ? value.role === undefined
        ? []
        : [found(item, "role-of-flags", ["role"])]
      : []),
    ...[
      ...broader.map((name, index) => ["broader", index, name] as const),
      ...includes.map((name, index) => ["includes", index, name] as const)
    ].flatMap(([key, index, name]) => {
      if (shape === "flags") return index === 0 ? [found(item, "kinds-of-flags", [key])] : []
      const target = snapshot.value(dimension.name, name)
      return target === undefined || isSameRole(roles, rolesOf(dimension, target))
        ? []
        : [found(item, "between-roles", [key, index], name)]
    }),
    ...(reserves !== undefined && !isExclusive ? [found(item, "reserves-no-role", ["reserves"])] : []),
    ...(reserves !== undefined &&
    isExclusive &&
    reserves !== everything &&
    snapshot.dimension(reserves)?.role !== "exclusivity"
      ? [found(item, "reserves-no-exclusivity", ["reserves"], reserves)]
      : []),
    ...(reserved !== undefined &&
    isExclusive &&
    snapshot.dimension(reserved) !== undefined &&
    snapshot.value(reserved, code) === undefined
      ? [found(item, "reserves-other-codes", ["code"], code)]
      : []),
    ...unbound_by.flatMap((name, index) =>
      snapshot.dimension(name) === undefined || snapshot.dimension(name)?.role === "exclusivity"
        ? []
        : [found(item, "unbound-by-no-exclusivity", ["unbound_by", index], name)]
    ),
    ...(countries === undefined ||
    (snapshot.value(countries.name, code.split("-", 1)[0] ?? "") !== undefined && code.includes("-"))
      ? []
      : [found(item, "part-of-no-country", ["code"], code)])
  ]
}

const none: ReadonlyArray<never> = []

const relates = (value: Value): boolean =>
  "broader" in value || "includes" in value || "reserves" in value || "unbound_by" in value

const rolesOf = ({ role = "description" }: Dimension, value: Value): ReadonlyArray<Role> => value.role ?? [role]

const isSameRole = (left: ReadonlyArray<Role>, right: ReadonlyArray<Role>): boolean =>
  left.length === right.length && left.every((role) => right.includes(role))
