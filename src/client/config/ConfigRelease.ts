import type { ContractRelease } from "../../domain/contracts/ContractRelease.ts"
import { releaseOfBodies } from "../../domain/contracts/ReleaseOfBodies.ts"
import { isObject } from "../../domain/Json.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { formatPath, type Guard } from "../model/guards/Guard.ts"
import type { ConfigHistory, ConfigRules } from "./ConfigVerdict.ts"
import { guardConfigRules, guardItemList, guardVersion } from "./RulesGuards.ts"

type ItemList = NonNullable<ConfigHistory["items"]>

/**
 * Reads a release from its schema, and from the list of all items if there is one. Each object is read once, so that many
 * configs are cheap. Throws `InvalidArgument` with the first place that does not fit.
 */
export const readConfigRelease = (
  argument: string,
  schema: ConfigRules,
  items: ItemList | undefined
): ContractRelease => {
  check(argument, "schema(), with dimensions and validation_rules", guardConfigRules, schema)
  if (items === undefined) return releases(schema)(noItems)
  check("items", "items()", guardItemList, items)
  requireVersion(argument, schema)
  return releases(schema)(items)
}

/** Throws `InvalidArgument` for a schema that does not say of which release it is. */
export const requireVersion = (argument: string, schema: ConfigRules): void =>
  check(argument, "schema(), with _meta", guardVersion, schema)

const releases = /* @__PURE__ */ memoizeByIdentity(({ _meta, dimensions, removed, validation_rules }: ConfigRules) => {
  const required = new Set(validation_rules.required)
  const schema = {
    _meta: { release: _meta?.release ?? "" },
    // The rules say what a config must set. A program may relax them, for instance while a form is filled in.
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([name, dimension]) => [name, { ...dimension, required: required.has(name) }])
    ),
    validation_rules,
    ...(removed === undefined ? {} : { removed })
  }
  return memoizeByIdentity(({ items }: ItemList) => releaseOfBodies(schema, items))
})

const noItems: ItemList = { items: [] }

const check = (argument: string, origin: string, guard: Guard, value: unknown): void => {
  const known = checked(guard)
  if (isObject(value) && known.has(value)) return
  const mismatch = guard(value)
  if (mismatch !== undefined) {
    const path = formatPath(mismatch)
    throw new InvalidArgument(
      argument,
      `must be the result of ${origin}. ${mismatch.message}${path === "" ? "" : ` at ${path}`}`
    )
  }
  if (isObject(value)) known.add(value)
}

const checked = /* @__PURE__ */ memoizeByIdentity<Guard, WeakSet<object>>(() => new WeakSet())
