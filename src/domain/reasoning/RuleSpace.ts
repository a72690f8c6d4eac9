import type { Condition, Config, MultipleCondition, Setting } from "../taxonomy/Config.ts"
import { countryOf } from "../taxonomy/ConfigValidation.ts"
import { conditionsOf, listConditions, type RuleConditions } from "../taxonomy/Rules.ts"
import {
  codesOf,
  isFlagsCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition
} from "../taxonomy/Settings.ts"
import type { ConflictRule, Dimension } from "../taxonomy/Taxonomy.ts"
import type { Snapshot } from "../vocabulary/Snapshot.ts"
import { hasBit, listBits, makeBits, setBit, type Bits } from "./Bits.ts"
import { Solver, type Budget, type Literal } from "./Solver.ts"

/** What makes configs invalid: rules, and the dimensions that each config must set. */
export interface Premises {
  readonly rules: ReadonlyArray<ConflictRule>
  readonly required: ReadonlyArray<string>
}

/** What is asked of a config besides the premises. */
export interface Goal {
  /** A rule that it breaks. */
  readonly breaks?: RuleConditions
  /** A rule that it does not break. */
  readonly keeps?: RuleConditions
  /** A dimension of which it uses a value: one of the codes, or any. */
  readonly uses?: { readonly dimension: string; readonly codes?: ReadonlyArray<string> }
}

/** Whether some config does what is asked; if not, the premises that rule it out. */
type Outcome = { readonly _tag: "Possible" } | { readonly _tag: "Impossible"; readonly because: Premises }

/** A dimension in a space. Codes that nothing tells apart are one, named by the first of them, and the last in `codes`. */
interface SpaceDimension {
  readonly dimension: Dimension
  /** The atom that a config sets it. */
  readonly isSet: number
  /** The slot of its codes; of flags none. */
  readonly slot: number
  readonly codes: ReadonlyArray<string>
  readonly at: ReadonlyMap<string, number>
  /** The slot of `global`, which holds 0 for false and 1 for true. */
  readonly global: number
  /** The slots of flags, which hold 0 for no setting, 1 for true and 2 for false. */
  readonly members: ReadonlyMap<string, number>
}

/**
 * The configs that a taxonomy has under some premises, for questions about all of them at once. Conditions become clauses
 * operator by operator, so that a rule takes as much space as its text: multiplied out, ten demands of ten codes each
 * would be ten thousand million cases. Dimensions without a bearing on the premises or the goals are left out.
 */
export class RuleSpace {
  readonly #snapshot: Snapshot
  readonly #premises: Premises
  readonly #solver = new Solver()
  readonly #dimensions = new Map<string, SpaceDimension>()
  readonly #never: number
  /** The literals of the conditions of premises. Goals that share them ask about the same atoms. */
  readonly #known = new Map<object, ReadonlyArray<Literal>>()

  /** `goals` are those whose codes must be told apart. Codes of other goals are taken for those that nothing names. */
  constructor(snapshot: Snapshot, premises: Premises, goals: ReadonlyArray<Goal> = []) {
    this.#snapshot = snapshot
    this.#premises = premises
    this.#never = this.#solver.addAtom()
    this.#solver.addClause([-this.#never], [])
    const named = this.#collect(goals)
    for (const [name, codes] of named) this.#addDimension(name, codes)
    for (const { dimension } of this.#dimensions.values()) this.#addRefinement(dimension)
    premises.rules.forEach((rule, index) => {
      for (const each of Object.values(conditionsOf(rule))) this.#known.set(each, this.#literalsOf(each))
      for (const clause of this.#clausesOf({ keeps: rule })) this.#solver.addClause(clause, [index])
    })
    premises.required.forEach((name, index) => {
      const { isSet = this.#never } = this.#dimensions.get(name) ?? {}
      this.#solver.addClause([isSet], [premises.rules.length + index])
    })
  }

  /** Whether some config does what is asked. `undefined` if that takes more work than the budget has. */
  ask(goal: Goal, budget: Budget, without: ReadonlySet<ConflictRule> = new Set()): Outcome | undefined {
    return this.#solver.scratch(() => {
      for (const clause of this.#clausesOf(goal)) this.#solver.addClause(clause, [])
      return this.#answer(budget, without)
    })
  }

  /**
   * A config that does what is asked and sets nothing in vain: no setting, no flag and no code of a list can be left out.
   * `undefined` if there is no config, or if finding one takes more work than the budget has.
   */
  findLeast(goal: Goal, budget: Budget, without: ReadonlySet<ConflictRule> = new Set()): Config | undefined {
    return this.#solver.scratch(() => {
      const keep = (literal: Literal): void => this.#solver.addClause([literal], [])
      for (const clause of this.#clausesOf(goal)) this.#solver.addClause(clause, [])
      if (this.#answer(budget, without)?._tag !== "Possible") return undefined
      let least = this.#readState()
      const leaveOut = (literals: ReadonlyArray<Literal>): void => {
        const found = this.#solver.scratch(() => {
          for (const literal of literals) keep(literal)
          return this.#answer(budget, without)?._tag === "Possible" ? this.#readState() : undefined
        })
        if (found === undefined) return
        least = found
        for (const literal of literals) keep(literal)
      }
      for (const { dimension, isSet } of this.#dimensions.values()) {
        if (Object.hasOwn(least.config, dimension.name)) leaveOut([-isSet])
        else keep(-isSet)
      }
      for (const { dimension, members, slot } of this.#dimensions.values()) {
        if (!Object.hasOwn(least.config, dimension.name) || dimension.shape === "single") continue
        for (const member of members.values()) {
          if (least.held(member)[0] !== 0) leaveOut([-this.#solver.addMembership(member, bitsOf(3, [1, 2]))])
        }
        if (slot === -1) continue
        const size = listBits(this.#solver.fullOf(slot)).length
        const held = new Set(least.held(slot))
        const others = Array.from({ length: size }, (_, code) => code).filter((code) => !held.has(code))
        keep(-this.#solver.addMembership(slot, bitsOf(size, others)))
        for (const code of held) leaveOut([-this.#solver.addMembership(slot, bitsOf(size, [code]))])
      }
      return least.config
    })
  }

  /** The values of each dimension that no config uses which differs from the one last found in this dimension alone. */
  doubtfulValues(): ReadonlyMap<string, ReadonlyArray<string>> {
    return new Map([...this.#dimensions.values()].map((each) => [each.dimension.name, this.#doubtfulIn(each)]))
  }

  /** The values of a dimension that nothing tells apart from the last one that it names. */
  valuesLike({ dimension, code }: { readonly dimension: string; readonly code: string }): ReadonlyArray<string> {
    const found = this.#dimensions.get(dimension)
    if (found === undefined || found.codes.at(-1) !== code) return [code]
    const others = found.dimension.values.filter((value) => value.code !== code && !found.at.has(value.code))
    return [code, ...others.map((value) => value.code)]
  }

  #answer(budget: Budget, without: ReadonlySet<ConflictRule>): Outcome | undefined {
    const { required, rules } = this.#premises
    const skipped = [...without].map((rule) => rules.indexOf(rule))
    const answer = this.#solver.solve(budget, new Set(skipped))
    if (answer === undefined) return undefined
    if (answer._tag === "Possible") return { _tag: "Possible" }
    const origins = new Set(answer.origins)
    const because = {
      rules: rules.filter((_, index) => origins.has(index)),
      required: required.filter((_, index) => origins.has(rules.length + index))
    }
    return { _tag: "Impossible", because }
  }

  /** The dimensions of premises and goals, with the codes that these tell apart. */
  #collect(goals: ReadonlyArray<Goal>): ReadonlyMap<string, Set<string>> {
    const named = new Map<string, Set<string>>()
    const add = (name: string, codes: Iterable<string>): void => {
      const known = named.get(name) ?? new Set<string>()
      named.set(name, known)
      for (const code of codes) known.add(code)
    }
    const addRule = (rule: RuleConditions = {}): void => {
      for (const { condition, dimension } of listConditions(rule)) {
        const found = this.#snapshot.dimension(dimension)
        if (found !== undefined)
          add(
            dimension,
            codesOf(condition, found.shape).map(({ code }) => code)
          )
      }
    }
    for (const rule of this.#premises.rules) addRule(rule)
    for (const name of this.#premises.required) add(name, [])
    for (const { breaks, keeps, uses } of goals) {
      addRule(breaks)
      addRule(keeps)
      if (uses !== undefined) add(uses.dimension, uses.codes ?? [])
    }
    // Parts have the territory in common, and each depends on a country.
    for (const { name, refines, values } of this.#snapshot.taxonomy.dimensions) {
      if (refines === undefined || !(named.has(name) || named.has(refines))) continue
      add(
        name,
        values.map(({ code }) => code)
      )
      add(
        refines,
        values.map(({ code }) => countryOf(code))
      )
    }
    return named
  }

  #addDimension(name: string, named: ReadonlySet<string>): void {
    const dimension = this.#snapshot.dimension(name)
    if (dimension === undefined) return
    const { shape, values } = dimension
    const codes = values.flatMap(({ code }) => (named.has(code) ? [code] : []))
    const other = values.find(({ code, deprecated }) => !named.has(code) && deprecated === undefined)
    const rest = other ?? values.find(({ code }) => !named.has(code))
    if (rest !== undefined) codes.push(rest.code)
    const isSet = this.#solver.addAtom()
    const addSlot = (isOne: boolean, size: number): number => this.#solver.addSlot(isSet, isOne, size)
    this.#dimensions.set(name, {
      dimension,
      isSet,
      slot: shape === "flags" ? -1 : addSlot(shape === "single", codes.length),
      codes,
      at: new Map(codes.map((code, index) => [code, index])),
      global: shape === "territory" ? addSlot(true, 2) : -1,
      members: new Map(shape === "flags" ? codes.map((code) => [code, addSlot(true, 3)]) : [])
    })
  }

  /** A part is valid only beside its country, in a territory that is not the whole world. */
  #addRefinement({ name, refines }: Dimension): void {
    if (refines === undefined) return
    const parts = this.#dimensions.get(name)
    const whole = this.#dimensions.get(refines)
    if (parts === undefined || parts.slot === -1) return
    const ofCountry = Map.groupBy(parts.codes, countryOf)
    for (const [country, codes] of ofCountry) {
      const isPart = this.#holds(parts, codes)
      const needs =
        whole === undefined || whole.global === -1 || !whole.at.has(country)
          ? [this.#never]
          : [this.#isGlobal(whole, false), this.#holds(whole, [country])]
      for (const literal of needs) this.#solver.addClause([-isPart, literal], [])
    }
  }

  #clausesOf({ breaks, keeps, uses }: Goal): ReadonlyArray<ReadonlyArray<Literal>> {
    return [
      ...(breaks === undefined ? [] : this.#breaking(breaks)),
      ...(keeps === undefined ? [] : this.#keeping(keeps)),
      ...(uses === undefined ? [] : [this.#using(uses)])
    ]
  }

  #breaking({ forbid, require: required = {}, when }: RuleConditions): ReadonlyArray<ReadonlyArray<Literal>> {
    const cases = this.#literalsOf(forbid ?? when).map((literal) => [literal])
    return forbid === undefined ? [...cases, this.#literalsOf(required).map((literal) => -literal)] : cases
  }

  #keeping({ forbid, require: required = {}, when }: RuleConditions): ReadonlyArray<ReadonlyArray<Literal>> {
    const negated = this.#literalsOf(forbid ?? when).map((literal) => -literal)
    return forbid === undefined ? this.#literalsOf(required).map((literal) => [...negated, literal]) : [negated]
  }

  #using({ codes, dimension: name }: NonNullable<Goal["uses"]>): ReadonlyArray<Literal> {
    const found = this.#dimensions.get(name)
    if (found === undefined) return [this.#never]
    const { dimension, global } = found
    const used = codes ?? found.codes
    if (dimension.shape === "flags") return used.map((code) => this.#isFlag(found, code, true))
    const isUsed = this.#holds(found, used)
    return global === -1 || codes !== undefined ? [isUsed] : [isUsed, this.#isGlobal(found, true)]
  }

  /** Literals that are true together exactly if a config meets all of the conditions. */
  #literalsOf(conditions: Readonly<Record<string, Condition>> = {}): ReadonlyArray<Literal> {
    const known = this.#known.get(conditions)
    if (known !== undefined) return known
    const literals = Object.entries(conditions).flatMap(([name, condition]): ReadonlyArray<Literal> => {
      const found = this.#dimensions.get(name)
      return found === undefined ? [this.#never] : this.#literalsIn(found, condition)
    })
    return [...new Set(literals)]
  }

  #literalsIn(found: SpaceDimension, condition: Condition): ReadonlyArray<Literal> {
    const { isSet } = found
    const any = (codes: ReadonlyArray<string>): Literal => this.#holds(found, codes)
    switch (found.dimension.shape) {
      case "single": {
        if (!isSingleCondition(condition)) return [this.#never]
        const { any_of, equals, none_of } = condition
        return [
          ...(equals === undefined ? [] : [any([equals])]),
          ...(any_of === undefined ? [] : [any(any_of)]),
          ...(none_of === undefined ? [] : [isSet, -any(none_of)])
        ]
      }
      case "multiple":
        return isMultipleCondition(condition) ? this.#literalsOfList(found, condition) : [this.#never]
      case "territory": {
        if (!isTerritoryCondition(condition)) return [this.#never]
        const { countries, global } = condition
        return [
          ...(global === undefined ? [] : [this.#isGlobal(found, global)]),
          ...(countries === undefined ? [] : this.#literalsOfList(found, countries))
        ]
      }
      case "flags":
        return isFlagsCondition(condition)
          ? Object.entries(condition).map(([member, value]) => this.#isFlag(found, member, value))
          : [this.#never]
    }
  }

  #literalsOfList(found: SpaceDimension, condition: MultipleCondition): ReadonlyArray<Literal> {
    const { contains, contains_all = [], contains_any, contains_none, empty } = condition
    const { codes, isSet } = found
    const any = (named: ReadonlyArray<string>): Literal => this.#holds(found, named)
    return [
      ...(contains === undefined ? [] : [any([contains])]),
      ...contains_all.map((code) => any([code])),
      ...(contains_any === undefined ? [] : [any(contains_any)]),
      ...(contains_none === undefined ? [] : [isSet, -any(contains_none)]),
      ...(empty === undefined ? [] : empty ? [isSet, -any(codes)] : [any(codes)])
    ]
  }

  /** The atom that a dimension holds one of some codes. A code that nothing names stands for all such codes. */
  #holds({ at, codes, dimension, slot }: SpaceDimension, named: ReadonlyArray<string>): Literal {
    const members = named.flatMap((code) => {
      const index = at.get(code)
      if (index !== undefined) return [index]
      return this.#snapshot.value(dimension.name, code) === undefined ? [] : [codes.length - 1]
    })
    return this.#solver.addMembership(slot, bitsOf(codes.length, members))
  }

  #isGlobal({ global }: SpaceDimension, value: boolean): Literal {
    return this.#solver.addMembership(global, bitsOf(2, [value ? 1 : 0]))
  }

  #isFlag({ codes, dimension, members }: SpaceDimension, member: string, value: boolean): Literal {
    const isKnown = this.#snapshot.value(dimension.name, member) !== undefined
    const slot = members.get(member) ?? (isKnown ? members.get(codes.at(-1) ?? "") : undefined)
    if (slot === undefined) return this.#never
    return this.#solver.addMembership(slot, bitsOf(3, [value ? 1 : 2]))
  }

  /** The config that was just found, and what its slots hold. */
  #readState(): { readonly config: Config; readonly held: (slot: number) => ReadonlyArray<number> } {
    const slots = [...this.#dimensions.values()].flatMap(({ members, slot }) => [slot, ...members.values()])
    const held = new Map(slots.flatMap((slot) => (slot === -1 ? [] : [[slot, this.#solver.heldBy(slot)]])))
    return { config: this.#readConfig(), held: (slot) => held.get(slot) ?? [] }
  }

  #readConfig(): Config {
    const settings = [...this.#dimensions].flatMap(([name, found]): ReadonlyArray<readonly [string, Setting]> => {
      if (!this.#solver.isTrue(found.isSet)) return []
      const held = (slot: number): ReadonlyArray<number> => this.#solver.heldBy(slot).toSorted((a, b) => a - b)
      const { codes, dimension, global, members, slot } = found
      if (dimension.shape === "flags") {
        const flags = [...members].flatMap(([code, member]): ReadonlyArray<readonly [string, boolean]> => {
          const [value = 0] = held(member)
          return value === 0 ? [] : [[code, value === 1]]
        })
        return [[name, Object.fromEntries(flags)]]
      }
      const listed = held(slot).flatMap((index) => codes[index] ?? [])
      if (dimension.shape === "territory") return [[name, { global: held(global)[0] === 1, countries: listed }]]
      return [[name, dimension.shape === "single" ? (listed[0] ?? "") : listed]]
    })
    return Object.fromEntries(settings.toSorted(([left], [right]) => (left < right ? -1 : 1)))
  }

  #doubtfulIn(found: SpaceDimension): ReadonlyArray<string> {
    const { codes, global, isSet, members, slot } = found
    const own = new Set([slot, global, ...members.values()])
    const critical = this.#solver
      .criticalFor(this.#solver.atomsOf(isSet))
      .map((literals) => literals.map((literal) => ({ literal, ...this.#solver.membershipOf(Math.abs(literal)) })))
    return codes.filter((code, index) => {
      const heldIn = (of: number): number =>
        of === slot ? index : of === global ? 0 : of === members.get(code) ? 1 : 0
      return critical.some((literals) =>
        literals.every(({ codes: named, literal, slot: of }) => {
          const isTrue = of === -1 || (own.has(of) && hasBit(named, heldIn(of)))
          return isTrue !== literal > 0
        })
      )
    })
  }
}

const bitsOf = (size: number, members: ReadonlyArray<number>): Bits => {
  const bits = makeBits((size + 31) >> 5)
  for (const member of members) setBit(bits, member)
  return bits
}
