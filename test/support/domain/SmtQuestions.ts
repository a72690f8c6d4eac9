import type { Config } from "../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"

/**
 * The questions of docs/meaning.md as formulas of SMT-LIB 2, for a solver to answer. Each formula repeats a definition, and
 * shares no code with the pipeline. Whether a license says a code is a Boolean constant, so the solver tries
 * all answers to open points.
 */

/** What holds in all worlds, and what a verdict asserts of each. `yes` if it always holds, `no` if it never does. */
export interface SmtQuestion {
  readonly declarations: ReadonlyArray<string>
  readonly world: ReadonlyArray<string>
  readonly claim: string
}

type Term = string

const and = (terms: ReadonlyArray<Term>): Term => (terms.length === 0 ? "true" : `(and ${terms.join(" ")})`)
const or = (terms: ReadonlyArray<Term>): Term => (terms.length === 0 ? "false" : `(or ${terms.join(" ")})`)
const not = (term: Term): Term => `(not ${term})`
const implies = (left: Term, right: Term): Term => `(=> ${left} ${right})`
const iff = (left: Term, right: Term): Term => `(= ${left} ${right})`

/** What no code names. */
const rest = "*"

export const makeSmtQuestions = (taxonomy: Taxonomy) => {
  const { dimensions } = taxonomy
  const partsOf = ({ name }: Dimension) => dimensions.filter(({ refines }) => refines === name)
  const own = dimensions.filter(({ refines }) => refines === undefined)
  const valuesOf = (dimension: Dimension): ReadonlyArray<Value> => [
    ...dimension.values,
    ...partsOf(dimension).flatMap(({ values }) => values)
  ]
  /** Each code with its roles, and what no code names with the role of the dimension. */
  const rolesIn = (dimension: Dimension): ReadonlyArray<readonly [code: string, roles: ReadonlyArray<string>]> => {
    const { role = "description", shape } = dimension
    const coded = valuesOf(dimension).map((value) => [value.code, value.role ?? [role]] as const)
    const isScope = coded.some(([, roles]) => roles.includes("scope"))
    return shape === "flags" ? coded : [...coded, [rest, isScope ? [role, "scope"] : [role]]]
  }
  const codesWith = (dimension: Dimension, role: string): ReadonlyArray<string> =>
    rolesIn(dimension).flatMap(([code, roles]) => (roles.includes(role) ? [code] : []))
  const scopes = own.filter((dimension) => codesWith(dimension, "scope").length > 0)

  const says = (side: string, { name }: Dimension, code: string): Term => `|${side} ${name} ${code}|`
  const lists = (side: string, { name }: Dimension, code: string): Term => `|${side} lists ${name} ${code}|`

  /** A code is said if it is listed, or if one above it is said: its `broader`, those that include it, its country. */
  const closure = (dimension: Dimension, isListed: (code: string) => Term, isSaid: (code: string) => Term) =>
    valuesOf(dimension).map(({ broader = [], code }) => {
      const above = valuesOf(dimension).flatMap((other) =>
        broader.includes(other.code) || other.includes?.includes(code) === true || code.startsWith(`${other.code}-`)
          ? [isSaid(other.code)]
          : []
      )
      return iff(isSaid(code), or([isListed(code), ...above]))
    })

  const listedCodes = (config: Config, dimension: Dimension): ReadonlyArray<string> | "everything" | undefined => {
    const setting = config[dimension.name]
    const parts = partsOf(dimension).flatMap(({ name }) => {
      const listed = config[name]
      return Array.isArray(listed) ? listed : []
    })
    if (setting === undefined) return parts.length === 0 ? undefined : parts
    if (typeof setting === "string") return [setting]
    if (Array.isArray(setting)) return setting
    if (!("countries" in setting) || !Array.isArray(setting.countries)) return []
    if (setting.global) return "everything"
    return [
      ...setting.countries.filter((country: string) => parts.every((part) => !part.startsWith(`${country}-`))),
      ...parts
    ]
  }

  const flagOf = (config: Config, { name }: Dimension, code: string): boolean | undefined => {
    const setting = config[name]
    const flag: unknown = typeof setting === "object" ? Reflect.get(setting, code) : undefined
    return typeof flag === "boolean" ? flag : undefined
  }

  /** The codes by which a license says that a dimension reserves, which it then leaves open if it is silent on it. */
  const openers = (side: string, { name }: Dimension): Term =>
    or(
      own.flatMap((other) =>
        other.values
          .filter(({ code, reserves }) => reserves === name && codesWith(other, "exclusivity").includes(code))
          .map(({ code }) => says(side, other, code))
      )
    )

  /** True in the worlds in which a license leaves a dimension, or a member of flags, to its agreement. */
  const isOpen = (side: string, config: Config, dimension: Dimension, member: string): Term => {
    const { name, shape, unset = "open" } = dimension
    if (shape === "flags") return String(flagOf(config, dimension, member) === undefined && unset === "open")
    if (config[name] !== undefined) return "false"
    return unset === "open" ? "true" : openers(side, dimension)
  }

  const isListedAs = (side: string, dimension: Dimension, codes: ReadonlyArray<string> | "everything"): Term =>
    and([
      ...valuesOf(dimension).map(({ code }) =>
        codes === "everything" || codes.includes(code)
          ? lists(side, dimension, code)
          : not(lists(side, dimension, code))
      ),
      codes === "everything" ? says(side, dimension, rest) : not(says(side, dimension, rest))
    ])

  /** Any answer: a code or none of a single dimension, and at least a code of a scope. Only a territory can be all. */
  const isAnyAnswer = (side: string, dimension: Dimension): Term => {
    const listed = valuesOf(dimension).map(({ code }) => lists(side, dimension, code))
    const isAll = says(side, dimension, rest)
    return and([
      dimension.shape === "single" ? `((_ at-most 1) ${listed.join(" ")})` : "true",
      dimension.shape === "territory" ? implies(isAll, and(listed)) : not(isAll),
      scopes.includes(dimension) ? or(codesWith(dimension, "scope").map((code) => says(side, dimension, code))) : "true"
    ])
  }

  /** What a license says in a world. */
  const licenseIn = (side: string, config: Config) => {
    const declarations = own.flatMap((dimension) => [
      ...rolesIn(dimension).map(([code]) => says(side, dimension, code)),
      ...(dimension.shape === "flags" ? [] : valuesOf(dimension).map(({ code }) => lists(side, dimension, code)))
    ])
    const world = own.flatMap((dimension): ReadonlyArray<Term> => {
      const { name, shape, unset = "open", values } = dimension
      if (shape === "flags")
        return values.flatMap(({ code }) => {
          const flag = flagOf(config, dimension, code) ?? (unset === "open" ? undefined : unset === "everything")
          if (flag === undefined) return []
          return [flag ? says(side, dimension, code) : not(says(side, dimension, code))]
        })
      const listed = config[name] === undefined ? undefined : listedCodes(config, dimension)
      const silence = unset === "everything" ? "everything" : []
      return [
        ...closure(
          dimension,
          (code) => lists(side, dimension, code),
          (code) => says(side, dimension, code)
        ),
        listed === undefined
          ? `(ite ${isOpen(side, config, dimension, "")} ${isAnyAnswer(side, dimension)} ${isListedAs(side, dimension, silence)})`
          : isListedAs(side, dimension, listed)
      ]
    })
    return { declarations, world }
  }

  /** What both leave open is settled alike. */
  const alike = (a: Config, b: Config): ReadonlyArray<Term> =>
    own.flatMap((dimension) => {
      const isOpenInBoth = (member: string) =>
        and([isOpen("a", a, dimension, member), isOpen("b", b, dimension, member)])
      if (dimension.shape === "flags")
        return dimension.values.map(({ code }) =>
          implies(isOpenInBoth(code), iff(says("a", dimension, code), says("b", dimension, code)))
        )
      const isSame = and([
        ...valuesOf(dimension).map(({ code }) => iff(lists("a", dimension, code), lists("b", dimension, code))),
        iff(says("a", dimension, rest), says("b", dimension, rest))
      ])
      return [implies(isOpenInBoth(""), isSame)]
    })

  const givesSomething = (side: string): Term =>
    and(scopes.map((scope) => or(codesWith(scope, "scope").map((code) => says(side, scope, code)))))

  /** Points, as the condition in which each code of a scope is the code of a point within them. */
  interface Box {
    readonly by: Dimension
    readonly isReserved: Term
    readonly sideIn: (scope: Dimension, code: string) => Term
  }

  /** What a license reserves, with the constants that this needs. */
  const reservationsOf = (side: string) => {
    const world: Array<Term> = []
    const declarations: Array<Term> = []
    const boxes = own.flatMap((by): ReadonlyArray<Box> => {
      const exclusive = codesWith(by, "exclusivity")
      const valueOf = (code: string) => by.values.find((value) => value.code === code)
      const whole = exclusive.filter((code) => valueOf(code)?.reserves === "everything")
      const all: Box = {
        by,
        isReserved: or(whole.map((code) => says(side, by, code))),
        sideIn: (scope, code) => says(side, scope, code)
      }
      const target = scopes.find(({ name }) => name === by.reserves)
      if (target === undefined) return whole.length === 0 ? [] : [all]
      const reserving = new Set(exclusive.filter((code) => valueOf(code)?.reserves === undefined))
      const reserves = (code: string): Term => `|${side} reserves by ${by.name} ${code}|`
      declarations.push(...rolesIn(target).map(([code]) => reserves(code)))
      const isAll = reserving.has(rest) ? says(side, by, rest) : "false"
      world.push(
        iff(reserves(rest), isAll),
        ...closure(target, (code) => or([isAll, ...(reserving.has(code) ? [says(side, by, code)] : [])]), reserves)
      )
      const bounds = by.within ?? scopes.flatMap(({ name }) => (name === target.name ? [] : [name]))
      const listed: Box = {
        by,
        isReserved: "true",
        sideIn: (scope, code) =>
          and([
            ...(scope === target ? [reserves(code)] : []),
            ...(bounds.includes(scope.name) ? [says(side, scope, code)] : [])
          ])
      }
      return whole.length === 0 ? [listed] : [listed, all]
    })
    return { boxes, declarations, world }
  }

  /** True if each point of a box lies in one of others: no point leaves all of them, each in one of its scopes. */
  const isWithin = (box: Box, others: ReadonlyArray<Box>): Term => {
    const point = (scope: Dimension): Term => `|point ${scope.name}|`
    const contains = ({ isReserved, sideIn }: Box): Term =>
      and([
        isReserved,
        ...scopes.map((scope) =>
          or(codesWith(scope, "scope").map((code, index) => and([`(= ${point(scope)} ${index})`, sideIn(scope, code)])))
        )
      ])
    return `(forall (${scopes.map((scope) => `(${point(scope)} Int)`).join(" ")}) ${implies(contains(box), or(others.map(contains)))})`
  }

  const covers = (a: Config, b: Config): SmtQuestion => {
    const [ofA, ofB] = [licenseIn("a", a), licenseIn("b", b)]
    const [reservedByA, reservedByB] = [reservationsOf("a"), reservationsOf("b")]
    const isInA = (dimension: Dimension, code: string) =>
      implies(says("b", dimension, code), says("a", dimension, code))
    const isInB = (dimension: Dimension, code: string) =>
      implies(says("a", dimension, code), says("b", dimension, code))
    const compared = own.flatMap((dimension): ReadonlyArray<Term> => [
      ...["scope", "permission"].flatMap((role) => codesWith(dimension, role).map((code) => isInA(dimension, code))),
      ...codesWith(dimension, "duty").map((code) => isInB(dimension, code)),
      ...codesWith(dimension, "limit").map((code) => {
        const others = codesWith(dimension, "permission").filter((other) => other !== code)
        const counts = dimension.role === "permission" ? or(others.map((other) => says("b", dimension, other))) : "true"
        return implies(counts, isInB(dimension, code))
      }),
      ...dimension.values
        .filter(({ code, reserves }) => reserves === "everything" && codesWith(dimension, "exclusivity").includes(code))
        .map(({ code }) => isInA(dimension, code))
    ])
    return {
      declarations: [
        ...ofA.declarations,
        ...ofB.declarations,
        ...reservedByA.declarations,
        ...reservedByB.declarations
      ],
      world: [...ofA.world, ...ofB.world, ...reservedByA.world, ...reservedByB.world, ...alike(a, b)],
      claim: implies(
        givesSomething("b"),
        and([givesSomething("a"), ...compared, ...reservedByB.boxes.map((box) => isWithin(box, reservedByA.boxes))])
      )
    }
  }

  /** A use needs each code that it names and keeps the limits that it names, of the dimensions that it names. */
  const permits = (license: Config, use: Config): SmtQuestion => {
    const needs = own.flatMap((dimension): ReadonlyArray<Term> => {
      const { name, shape, values } = dimension
      const listed =
        shape !== "flags"
          ? listedCodes(use, dimension)
          : use[name] === undefined
            ? undefined
            : values.flatMap(({ code }) => (flagOf(use, dimension, code) === true ? [code] : []))
      if (listed === undefined) return []
      const asked = shape === "flags" || listed === "everything" ? listed : below(dimension, listed)
      const isAsked = (code: string) => asked === "everything" || asked.includes(code)
      const permissions = codesWith(dimension, "permission").filter(isAsked)
      return [
        ...["scope", "permission"].flatMap((role) =>
          codesWith(dimension, role)
            .filter(isAsked)
            .map((code) => says("a", dimension, code))
        ),
        ...codesWith(dimension, "limit")
          .filter(
            (limit) =>
              !isAsked(limit) && (dimension.role !== "permission" || permissions.some((code) => code !== limit))
          )
          .map((limit) => not(says("a", dimension, limit)))
      ]
    })
    const { declarations, world } = licenseIn("a", license)
    return { declarations, world, claim: and([givesSomething("a"), ...needs]) }
  }

  /** Codes with all that lies below them. */
  const below = (dimension: Dimension, codes: ReadonlyArray<string>): ReadonlyArray<string> => {
    const found = new Set(codes)
    for (const code of found) {
      const value = valuesOf(dimension).find((each) => each.code === code)
      for (const each of value?.includes ?? []) found.add(each)
      for (const other of valuesOf(dimension))
        if (other.broader?.includes(code) === true || other.code.startsWith(`${code}-`)) found.add(other.code)
    }
    return [...found]
  }

  /** `yes` means that they clash. */
  const clash = (a: Config, b: Config): SmtQuestion => {
    const [ofA, ofB] = [licenseIn("a", a), licenseIn("b", b)]
    const [reservedByA, reservedByB] = [reservationsOf("a"), reservationsOf("b")]
    const isUnbound = (by: Dimension, keeper: string, granter: string): Term =>
      or(
        own.flatMap((dimension) =>
          dimension.values
            .filter(({ unbound_by = [] }) => unbound_by.includes(by.name))
            .map(({ code }) => and([says(granter, dimension, code), not(says(keeper, dimension, code))]))
        )
      )
    const meets = (boxes: ReadonlyArray<Box>, keeper: string, granter: string): Term =>
      and([
        givesSomething(keeper),
        or(
          boxes.map(({ by, isReserved, sideIn }) =>
            and([
              isReserved,
              not(isUnbound(by, keeper, granter)),
              // A point is a code of each scope, so there is one in common if there is a code in common of each.
              ...scopes.map((scope) =>
                or(codesWith(scope, "scope").map((code) => and([says(granter, scope, code), sideIn(scope, code)])))
              )
            ])
          )
        )
      ])
    return {
      declarations: [
        ...ofA.declarations,
        ...ofB.declarations,
        ...reservedByA.declarations,
        ...reservedByB.declarations
      ],
      world: [...ofA.world, ...ofB.world, ...reservedByA.world, ...reservedByB.world],
      claim: or([meets(reservedByA.boxes, "a", "b"), meets(reservedByB.boxes, "b", "a")])
    }
  }

  return { clash, covers, permits }
}

/** The commands that ask whether the claim holds in some world, then whether it fails in some. */
export const smtCommands = ({ claim, declarations, world }: SmtQuestion): string =>
  [
    "(push)",
    ...declarations.map((name) => `(declare-const ${name} Bool)`),
    ...world.map((term) => `(assert ${term})`),
    ...[claim, not(claim)].flatMap((term) => ["(push)", `(assert ${term})`, "(check-sat)", "(pop)"]),
    "(pop)"
  ].join("\n")
