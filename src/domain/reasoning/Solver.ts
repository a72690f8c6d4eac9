import { hasBit, listBits, makeBits, setBit, type Bits } from "./Bits.ts"

/** An atom if positive, its negation if negative. */
export type Literal = number

/** Literals of which one must be true, and the premises from which that follows, by their numbers. */
export interface Clause {
  readonly literals: ReadonlyArray<Literal>
  readonly origins: ReadonlyArray<number>
}

/** Whether all clauses can be true together: in the state of the solver, or not, as follows from the premises named. */
type Answer = { readonly _tag: "Possible" } | { readonly _tag: "Impossible"; readonly origins: ReadonlyArray<number> }

/** How much work is left, in questions and the conflicts on the way to their answers; and how many conflicts one may take. */
export interface Budget {
  left: number
  readonly perQuestion: number
}

/** What holds codes: exactly one (`isOne`), or any number of them. It holds codes only while the atom `owner` is true. */
interface Slot {
  readonly owner: number
  readonly isOne: boolean
  readonly full: Bits
  readonly atoms: Array<number>
  /** Codes that agree with all that is assigned, as long as the owner is true. */
  witness: ReadonlyArray<number>
}

/**
 * Decides whether clauses over slots of codes can be true together, and if not, on which premises that depends. An atom says
 * that a slot holds one of a set of codes, or, without a slot, what it likes. The search is complete: it follows the codes that
 * each slot would hold, propagates units, and jumps back over decisions that a conflict does not depend on.
 */
export class Solver {
  readonly #slots: Array<Slot> = []
  // By atom, from 1.
  readonly #slotOf: Array<number> = [-1]
  readonly #codes: Array<Bits> = [makeBits(0)]
  readonly #slotsOwned: Array<Array<number>> = [[]]
  readonly #clauses: Array<Clause> = []
  /** The clauses in which a literal is, by twice the atom, and one more for its negation. */
  readonly #occurrences: Array<Array<number>> = [[], []]

  #values = new Int8Array(1)
  readonly #causes: Array<Clause | undefined> = []
  readonly #levels: Array<number> = []
  #trail: Array<Literal> = []
  #head = 0
  /** Where the literals of each decision start in the trail. */
  #decisions: Array<number> = []

  /** An atom of its own. */
  addAtom(): number {
    return this.#add(-1, makeBits(0))
  }

  addSlot(owner: number, isOne: boolean, size: number): number {
    const full = makeBits((size + 31) >> 5)
    for (let code = 0; code < size; code += 1) setBit(full, code)
    this.#slots.push({ owner, isOne, full, atoms: [], witness: [] })
    this.#slotsOwned[owner]?.push(this.#slots.length - 1)
    return this.#slots.length - 1
  }

  /** All codes of a slot. */
  fullOf(slot: number): Bits {
    return this.#slotAt(slot).full
  }

  /** The atom that a slot holds one of some codes. */
  addMembership(slot: number, codes: Bits): number {
    const atom = this.#add(slot, codes)
    this.#slotAt(slot).atoms.push(atom)
    return atom
  }

  addClause(literals: ReadonlyArray<Literal>, origins: ReadonlyArray<number>): void {
    for (const literal of literals) this.#occurrences[indexOf(literal)]?.push(this.#clauses.length)
    this.#clauses.push({ literals, origins })
  }

  /** Runs with atoms and clauses that are forgotten afterwards. */
  scratch<A>(run: () => A): A {
    const [atoms, clauses] = [this.#slotOf.length, this.#clauses.length]
    const result = run()
    for (const { literals } of this.#clauses.splice(clauses).toReversed()) {
      for (const literal of literals) this.#occurrences[indexOf(literal)]?.pop()
    }
    for (const slot of this.#slotOf.splice(atoms)) if (slot !== -1) this.#slotAt(slot).atoms.pop()
    this.#codes.length = this.#slotsOwned.length = atoms
    this.#occurrences.length = 2 * atoms
    return result
  }

  /** Whether all clauses can be true together, those of some premises left out. `undefined` if that takes more work than the budget has. */
  solve(budget: Budget, without: ReadonlySet<number> = new Set()): Answer | undefined {
    this.#reset()
    let conflict = this.#enqueueUnits(without) ?? this.#propagate(without)
    let work = 0
    budget.left -= 1
    if (budget.left < 0) return undefined
    for (;;) {
      if (conflict === undefined) {
        const next = this.#nextLiteral(without)
        if (next === undefined) return { _tag: "Possible" }
        this.#decisions.push(this.#trail.length)
        this.#assign(next, undefined)
      } else {
        work += 1
        budget.left -= 1
        if (work > budget.perQuestion || budget.left < 0) return undefined
        const learned = this.#analyze(conflict)
        const [last, ...others] = learned.literals
        if (last === undefined) return { _tag: "Impossible", origins: learned.origins }
        this.#backtrack(this.#levelOf(last) - 1)
        this.#assign(last, { literals: [last, ...others], origins: learned.origins })
      }
      conflict = this.#propagate(without)
    }
  }

  /** True if a literal was true when the last question was answered: an atom that is not assigned is as its slot has it. */
  isTrue(literal: Literal): boolean {
    const value = this.#valueOf(literal)
    return value === 0 ? this.#isWitnessed(Math.abs(literal)) === literal > 0 : value === 1
  }

  /** The codes of a slot when the last question was answered: that it is possible. */
  heldBy(slot: number): ReadonlyArray<number> {
    return this.#slotAt(slot).witness
  }

  /** The clauses that literals of some atoms alone make true, as the last question was answered: their literals of these atoms. */
  criticalFor(atoms: ReadonlySet<number>): ReadonlyArray<ReadonlyArray<Literal>> {
    const found = new Set<number>()
    for (const atom of atoms) {
      for (const index of this.#occurrences[2 * atom] ?? []) found.add(index)
      for (const index of this.#occurrences[2 * atom + 1] ?? []) found.add(index)
    }
    return [...found].flatMap((index) => {
      const literals = this.#clauses[index]?.literals ?? []
      if (literals.some((literal) => !atoms.has(Math.abs(literal)) && this.isTrue(literal))) return []
      return [literals.filter((literal) => atoms.has(Math.abs(literal)))]
    })
  }

  /** An atom that owns slots, and the atoms of what these hold. */
  atomsOf(owner: number): ReadonlySet<number> {
    return new Set([owner, ...(this.#slotsOwned[owner] ?? []).flatMap((slot) => this.#slotAt(slot).atoms)])
  }

  /** The slot of an atom, if it has one, and its codes. */
  membershipOf(atom: number): { readonly slot: number; readonly codes: Bits } {
    return { slot: this.#slotOf[atom] ?? -1, codes: this.#codes[atom] ?? makeBits(0) }
  }

  #add(slot: number, codes: Bits): number {
    this.#slotOf.push(slot)
    this.#codes.push(codes)
    this.#slotsOwned.push([])
    this.#occurrences.push([], [])
    return this.#slotOf.length - 1
  }

  #slotAt(index: number): Slot {
    const slot = this.#slots[index]
    if (slot === undefined) throw new Error(`There is no slot ${index}`)
    return slot
  }

  #valueOf(literal: Literal): number {
    const value = this.#values[Math.abs(literal)] ?? 0
    return literal > 0 ? value : -value
  }

  #levelOf(literal: Literal): number {
    return this.#levels[Math.abs(literal)] ?? 0
  }

  #reset(): void {
    this.#values = new Int8Array(this.#slotOf.length)
    this.#trail = []
    this.#decisions = []
    this.#head = 0
  }

  #enqueueUnits(without: ReadonlySet<number>): Clause | undefined {
    for (const clause of this.#clauses) {
      if (clause.literals.length > 1 || isFrom(clause, without)) continue
      const [literal] = clause.literals
      if (literal === undefined || this.#valueOf(literal) === -1) return clause
      if (this.#valueOf(literal) === 0) this.#assign(literal, clause)
    }
    return undefined
  }

  #assign(literal: Literal, cause: Clause | undefined): void {
    const atom = Math.abs(literal)
    this.#values[atom] = literal > 0 ? 1 : -1
    this.#causes[atom] = cause
    this.#levels[atom] = this.#decisions.length
    this.#trail.push(literal)
  }

  #backtrack(level: number): void {
    const start = this.#decisions[level]
    if (start === undefined) return
    for (const literal of this.#trail.splice(start)) this.#values[Math.abs(literal)] = 0
    this.#decisions.length = level
    this.#head = this.#trail.length
  }

  /** The next decision: a literal of a clause that is not true yet if what is not assigned is as its slot would have it. */
  #nextLiteral(without: ReadonlySet<number>): Literal | undefined {
    const isOpen = (literal: Literal): boolean => this.#valueOf(literal) === 0
    const clause = this.#clauses.find(
      (each) => !each.literals.some((literal) => this.isTrue(literal)) && !isFrom(each, without)
    )
    return clause?.literals.find(isOpen)
  }

  #isWitnessed(atom: number): boolean {
    const index = this.#slotOf[atom] ?? -1
    if (index === -1) return false
    const { owner, witness } = this.#slotAt(index)
    return this.#values[owner] === 1 && this.#isAmong(witness, atom)
  }

  #isAmong(held: ReadonlyArray<number>, atom: number): boolean {
    const codes = this.#codes[atom]
    return codes !== undefined && held.some((code) => hasBit(codes, code))
  }

  #propagate(without: ReadonlySet<number>): Clause | undefined {
    for (; this.#head < this.#trail.length; this.#head += 1) {
      const literal = this.#trail[this.#head] ?? 0
      for (const index of this.#occurrences[indexOf(-literal)] ?? []) {
        const clause = this.#clauses[index]
        if (clause === undefined || isFrom(clause, without)) continue
        let open: Literal | undefined
        let count = 0
        for (const each of clause.literals) {
          const value = this.#valueOf(each)
          if (value === 1) count = 2
          if (value === 0 && each !== open) {
            open = each
            count += 1
          }
          if (count > 1) break
        }
        if (count === 0) return clause
        if (count === 1 && open !== undefined) this.#assign(open, clause)
      }
      const conflict = this.#checkSlots(literal)
      if (conflict !== undefined) return conflict
    }
    return undefined
  }

  /** Finds codes for the slots that a new literal concerns. A slot holds nothing without its owner. */
  #checkSlots(literal: Literal): Clause | undefined {
    const atom = Math.abs(literal)
    for (const index of this.#slotsOwned[atom] ?? []) {
      const slot = this.#slotAt(index)
      const conflict = literal > 0 ? this.#fill(slot) : this.#clear(slot)
      if (conflict !== undefined) return conflict
    }
    const index = this.#slotOf[atom] ?? -1
    if (index === -1) return undefined
    const slot = this.#slotAt(index)
    const owner = this.#valueOf(slot.owner)
    if (literal > 0 && owner !== 1) {
      const clause = { literals: [slot.owner, -atom], origins: [] }
      if (owner === -1) return clause
      this.#assign(slot.owner, clause)
    }
    return owner !== 1 || this.#isWitnessed(atom) === literal > 0 ? undefined : this.#fill(slot)
  }

  #clear({ atoms, owner }: Slot): Clause | undefined {
    for (const atom of atoms) {
      const clause = { literals: [owner, -atom], origins: [] }
      if (this.#values[atom] === 1) return clause
      if (this.#values[atom] === 0) this.#assign(-atom, clause)
    }
    return undefined
  }

  #fill(slot: Slot): Clause | undefined {
    const { atoms, full, isOne } = slot
    const allowed = full.slice()
    const demands: Array<number> = []
    for (const atom of atoms) {
      const [value, codes] = [this.#values[atom], this.#codes[atom] ?? full]
      if (value === 0) continue
      if (value === 1) demands.push(atom)
      for (let at = 0; at < allowed.length; at += 1) {
        if (value === -1) allowed[at] = (allowed[at] ?? 0) & ~(codes[at] ?? 0)
        else if (value === 1 && isOne) allowed[at] = (allowed[at] ?? 0) & (codes[at] ?? 0)
      }
    }
    const witness: Array<number> = []
    if (isOne) {
      const first = firstOf(allowed)
      if (first === -1) return this.#explain(slot, this.#smallest(demands))
      witness.push(first)
    } else {
      for (const atom of demands) {
        if (this.#isAmong(witness, atom)) continue
        const first = firstOf(allowed, this.#codes[atom])
        if (first === -1) return this.#explain(slot, atom)
        witness.push(first)
      }
    }
    slot.witness = witness
    return undefined
  }

  #smallest(atoms: ReadonlyArray<number>): number | undefined {
    const sizes = atoms.map((atom) => listBits(this.#codes[atom] ?? makeBits(0)).length)
    return atoms[sizes.indexOf(Math.min(...sizes))]
  }

  /** Why a slot cannot meet a demand, or hold anything: something assigned excludes each of the codes. */
  #explain({ atoms, full, isOne, owner }: Slot, demand: number | undefined): Clause {
    const left = (demand === undefined ? full : (this.#codes[demand] ?? full)).slice()
    const literals: Array<Literal> = [demand === undefined ? -owner : -demand]
    for (const atom of atoms) {
      const [value, codes] = [this.#values[atom], this.#codes[atom] ?? full]
      if (value === 0 || (value === 1 && !isOne) || atom === demand) continue
      let isExcluding = false
      for (let at = 0; at < left.length; at += 1) {
        const rest = (left[at] ?? 0) & (value === 1 ? (codes[at] ?? 0) : ~(codes[at] ?? 0))
        if (rest !== left[at]) isExcluding = true
        left[at] = rest
      }
      if (isExcluding) literals.push(value === 1 ? -atom : atom)
    }
    return { literals, origins: [] }
  }

  /** The decisions on which a conflict depends, negated, the last one first, and the premises. */
  #analyze(conflict: Clause): Clause {
    const decisions: Array<Literal> = []
    const origins = new Set(conflict.origins)
    const seen = new Set(conflict.literals.map(Math.abs))
    for (const atom of seen) {
      const cause = this.#causes[atom]
      if (cause === undefined) decisions.push(this.#values[atom] === 1 ? -atom : atom)
      for (const origin of cause?.origins ?? []) origins.add(origin)
      for (const literal of cause?.literals ?? []) seen.add(Math.abs(literal))
    }
    return {
      literals: decisions.toSorted((left, right) => this.#levelOf(right) - this.#levelOf(left)),
      origins: [...origins]
    }
  }
}

const isFrom = ({ origins }: Clause, premises: ReadonlySet<number>): boolean =>
  premises.size > 0 && origins.some((origin) => premises.has(origin))

const indexOf = (literal: Literal): number => (literal > 0 ? 2 * literal : 1 - 2 * literal)

/** The smallest number of a set that is in another one, too; -1 if there is none. */
const firstOf = (bits: Bits, within: Bits = bits): number => {
  for (let at = 0; at < bits.length; at += 1) {
    const word = (bits[at] ?? 0) & (within[at] ?? 0)
    if (word !== 0) return at * 32 + 31 - Math.clz32(word & -word)
  }
  return -1
}
