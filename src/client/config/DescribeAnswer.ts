import type {
  CoversAnswer,
  OpenPoint,
  PermitsAnswer,
  Proviso,
  Reason,
  Repair,
  ScopeSetting,
  Side,
  Uncompared
} from "../../domain/reasoning/Answer.ts"
import type { PairAnswer } from "../../domain/reasoning/FindClashes.ts"
import { labeled, listNames, listSome } from "../../domain/Sentence.ts"
import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import {
  codeOf,
  conflictRuleRef,
  dimensionRef,
  formatItem,
  valueRef,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import { everything } from "../../domain/taxonomy/Names.ts"
import { codesIn, isListOfCodes, isTerritory, settingOf } from "../../domain/taxonomy/Settings.ts"
import { englishWords, formatTerm } from "../../domain/terms/Statements.ts"
import type { Snapshot } from "../../domain/vocabulary/Snapshot.ts"

/** What sentences need besides an answer. */
export interface AnswerContext extends PairContext {
  /** A version, or `working-tree`. */
  readonly release: string
  /** The config that a repair changes. */
  readonly before: Config
}

/** What sentences on a pair of contracts need. */
interface PairContext {
  readonly snapshot: Snapshot
  /** The labels, if they are not those of the snapshot. */
  readonly labelOf?: LabelOf
  /** The names of items, if they are not their labels with their codes. */
  readonly nameOf?: NameOf
}

export type LabelOf = (item: ItemRef) => string | undefined

/** The name of an item in a sentence. */
type NameOf = (item: ItemRef) => string

/** Whether a license permits a use, in sentences: the verdict first, then why, and what else there is to know. */
export const describePermits = (
  license: string,
  use: string,
  answer: PermitsAnswer,
  context: AnswerContext
): ReadonlyArray<string> => {
  const nameOf = namesOf(context)
  const verdict = {
    yes: `Yes. ${license} permits ${use}.`,
    no: `No. ${license} does not permit ${use}.`,
    unknown: `Unknown. Whether ${license} permits ${use} depends on what its agreement says.`
  }[answer.verdict]
  return [
    verdict,
    ...answer.reasons.map(
      (reason) => `  ${dimensionText(nameOf, reason.dimension)}: ${permitsReasonText(context, reason)}`
    ),
    ...describeOpen(
      answer.verdict,
      answer.open.map((point) => ({ ...point, owner: license })),
      nameOf
    ),
    ...titled(
      "Within the license, where the use names nothing:",
      answer.within.map((scope) => withinText(context, scope))
    ),
    ...titled("On condition that the licensee complies with:", providedLines(nameOf, answer.provided)),
    ...titled(
      "Named by the use, and not compared:",
      answer.uncompared.map(({ dimension, role }) => `${dimensionText(nameOf, dimension)}, ${uncomparedTexts[role]}`)
    ),
    ...describeRepairs(
      "What would permit it",
      "Nothing that is added to the license would permit it.",
      { ...answer, changed: "The license" },
      context
    ),
    closingLine(context)
  ]
}

/** Whether one license covers another, in sentences. The names are those that the reader gave. */
export const describeCovers = (
  a: string,
  b: string,
  answer: CoversAnswer,
  context: AnswerContext
): ReadonlyArray<string> => {
  const nameOf = namesOf(context)
  const verdict = {
    yes: `Yes. ${a} covers ${b}: all that ${b} allows may be done under ${a}.`,
    no: `No. ${a} does not cover ${b}.`,
    unknown: `Unknown. Whether ${a} covers ${b} depends on what their agreements say.`
  }[answer.verdict]
  return [
    verdict,
    ...answer.reasons.map(
      (reason) => `  ${dimensionText(nameOf, reason.dimension)}: ${coversReasonText(context, a, b, reason)}`
    ),
    ...describeOpen(
      answer.verdict,
      answer.open.map((point) => ({ ...point, owner: point.of === "a" ? a : b })),
      nameOf
    ),
    ...titled(
      "Both leave these open. They are taken to be settled alike:",
      answer.alike.map((name) => dimensionText(nameOf, name))
    ),
    ...describeRepairs(
      `What would let ${a} cover ${b}`,
      `No change that keeps all that ${a} gives would let it cover ${b}.`,
      { ...answer, changed: a },
      context
    ),
    closingLine(context)
  ]
}

/** Whether two contracts of one licensor clash, in sentences. The names are the ids of the contracts. */
export const describeClash = (
  a: string,
  b: string,
  answer: PairAnswer,
  context: PairContext
): ReadonlyArray<string> => {
  const nameOf = namesOf(context)
  const verdict = {
    clash: `${a} and ${b} clash.`,
    none: `${a} and ${b} do not clash.`,
    unknown: `Unknown. Whether ${a} and ${b} clash depends on what their agreements say.`
  }[answer.verdict]
  const ofSide = { a: [a, b], b: [b, a] } as const
  return [
    verdict,
    ...(answer.verdict === "none" ? [] : daysLines(answer.days)),
    ...answer.reasons.map((reason) => {
      const [keeper, granter] = ofSide[reason.of]
      return `  ${dimensionText(nameOf, reason.dimension)}: ${keeper} reserves ${reservedText(context, reason)}, and ${granter} grants some of it`
    }),
    ...titled(
      "Where they meet:",
      answer.witness.map(
        ({ code, dimension }) => `${dimensionText(nameOf, dimension)}: ${witnessText(context, dimension, code)}`
      )
    ),
    ...describeOpen(
      answer.verdict,
      answer.open.map((point) => ({ ...point, owner: ofSide[point.of][0] })),
      nameOf
    ),
    ...(answer.verdict === "none" ? apartLines(answer, ofSide, nameOf) : [])
  ]
}

const daysLines = ({ from, until }: NonNullable<PairAnswer["days"]> = {}): ReadonlyArray<string> => {
  if (from === undefined) return until === undefined ? [] : [`  Both apply until ${until}.`]
  if (until === undefined) return [`  Both apply from ${from} on.`]
  return [from === until ? `  Both apply on ${from} alone.` : `  Both apply from ${from} until ${until}.`]
}

const apartLines = (
  { apart, separates }: PairAnswer,
  ofSide: { readonly [S in Side]: readonly [string, string] },
  nameOf: NameOf
): ReadonlyArray<string> => {
  if (apart !== undefined)
    return [apart === "same-licensee" ? "  Both have the same licensee." : "  There is no day on which both apply."]
  if (separates.length === 0) return ["  Neither reserves anything."]
  return separates.map(({ dimensions, of, reservation, unbound }) => {
    const [keeper, granter] = ofSide[of]
    const names = listNames(
      dimensions.map((name) => dimensionText(nameOf, name)),
      "or"
    )
    const why = [
      ...(dimensions.length === 0 ? [] : [`nothing in common in ${names}`]),
      ...(unbound === undefined
        ? []
        : [
            `${granter} is not bound by it, since it has ${codeText(nameOf, unbound.dimension, unbound.code)} in ${dimensionText(nameOf, unbound.dimension)}`
          ])
    ]
    return `  ${dimensionText(nameOf, reservation)} of ${keeper}: ${why.join("; ")}`
  })
}

/** The codes of a reservation, of which some have labels in the dimension that they reserve only. */
const reservedText = (context: PairContext, reason: Reason): string => {
  const { codes, dimension } = reason
  const nameOf = namesOf(context)
  if (reason.everything === true) return missingText(context, reason)
  return listNames(
    codes.map((code) => {
      const reserved = reservedBy(context, dimension, code)
      const own = codeText(nameOf, dimension, code)
      if (reserved === everything) return `all that it grants, as ${own}`
      return own === code ? codeText(nameOf, reserved, code) : own
    })
  )
}

/** What a code reserves: codes of another dimension, or `everything` that the license grants. */
const reservedBy = ({ snapshot }: PairContext, dimension: string, code: string): string =>
  snapshot.value(dimension, code)?.reserves ?? snapshot.dimension(dimension)?.reserves ?? dimension

const witnessText = (context: PairContext, dimension: string, code: string | undefined): string =>
  code === undefined ? wholeOf(context, dimension, "everything") : codeText(namesOf(context), dimension, code)

const wholeOf = ({ snapshot }: PairContext, dimension: string, otherwise: string): string =>
  snapshot.dimension(dimension)?.shape === "territory" ? "the whole world" : otherwise

const namesOf = ({ labelOf, nameOf, snapshot }: PairContext): NameOf =>
  nameOf ??
  ((item) =>
    labeled(
      item._tag === "ConflictRule" ? formatItem(item) : codeOf(item),
      labelOf === undefined ? snapshot.labelOf(item) : labelOf(item)
    ))

const dimensionText = (nameOf: NameOf, name: string): string => nameOf(dimensionRef(name))

/** A value below its dimension: `Connected TV (CTV)`. */
const codeText = (nameOf: NameOf, dimension: string, code: string): string => nameOf(valueRef(dimension, code))

const codesText = (nameOf: NameOf, dimension: string, codes: ReadonlyArray<string>): string =>
  listNames(codes.map((code) => codeText(nameOf, dimension, code)))

/** The codes of a reason. What no code names has no name. */
const missingText = (context: PairContext, { codes, dimension, everything: isAll }: Reason): string =>
  isAll === true
    ? wholeOf(context, dimension, "everything, including what no code names")
    : codesText(namesOf(context), dimension, codes)

const permitsReasonText = (context: AnswerContext, reason: Reason): string => {
  if (reason.codes.length === 0 && reason.everything !== true) return "the license lists nothing, so it gives nothing"
  return reason.kind === "limit"
    ? `the license is limited to ${missingText(context, reason)}, and the use does not keep to it`
    : lackText(context, "the license", reason)
}

/** What a license lacks, and for a scope or a single value also what it has instead. */
const lackText = (context: AnswerContext, license: string, reason: Reason): string => {
  const { dimension, kind } = reason
  const setting = settingOf(context.before, dimension)
  const missing = missingText(context, reason)
  if (setting === undefined || !(kind === "scope" || typeof setting === "string")) return `${license} lacks ${missing}`
  const listed = codesIn(setting).map(({ code }) => codeText(namesOf(context), dimension, code))
  const has = listSome(listed, maxListed)
  if (listed.length === 0) return `${license} lacks ${missing}`
  return kind === "scope" ? `${license} is for ${has}, not for ${missing}` : `${license} has ${has}, not ${missing}`
}

const maxListed = 5

const coversReasonText = (context: AnswerContext, a: string, b: string, reason: Reason): string => {
  if (reason.codes.length === 0 && reason.everything !== true) return `${a} lists nothing, so it gives nothing`
  const codes = missingText(context, reason)
  switch (reason.kind) {
    case "scope":
    case "permission":
      return lackText(context, a, reason)
    case "exclusivity":
      return `${b} reserves ${reservedText(context, reason)}, and ${a} does not`
    case "limit":
      return `${a} is limited to ${codes}, and ${b} is not`
    case "duty":
      return `${a} asks for ${codes}, and ${b} does not`
  }
}

/** Lines with a title, if there are any. */
export const titled = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]

type OwnedPoint = Pick<OpenPoint, "codes" | "dimension" | "unbound"> & { readonly owner: string }

/** The open points by the agreement that settles them. */
const describeOpen = (
  verdict: keyof typeof openTitles,
  points: ReadonlyArray<OwnedPoint>,
  nameOf: NameOf
): ReadonlyArray<string> =>
  titled(
    openTitles[verdict],
    points.map(({ codes, dimension, owner, unbound }) => {
      const members = codes === undefined || codes.length === 0 ? "" : `: ${codesText(nameOf, dimension, codes)}`
      const why = unbound === undefined ? "" : `. With ${codeText(nameOf, dimension, unbound)} it would not be bound`
      return `${dimensionText(nameOf, dimension)}${members}, which ${owner} leaves to its agreement${why}`
    })
  )

const openTitles = {
  yes: "What is open:",
  none: "What is open:",
  unknown: "What is open:",
  no: "Also open, without a bearing on the answer:",
  clash: "They clash however these are settled:"
}

const withinText = (context: AnswerContext, { dimension: name }: ScopeSetting): string => {
  const { before, snapshot } = context
  const nameOf = namesOf(context)
  const dimension = snapshot.dimension(name)
  const said = dimension === undefined ? "" : formatTerm(snapshot, before, dimension, englishWords, nameOf)
  return `${dimensionText(nameOf, name)}: ${said}`
}

/** A line for each dimension, with its duties and limits. */
const providedLines = (nameOf: NameOf, provided: ReadonlyArray<Proviso>): ReadonlyArray<string> =>
  [...new Set(provided.map(({ dimension }) => dimension))].map((name) => {
    const said = provided
      .filter(({ dimension }) => dimension === name)
      .map(({ codes, kind, open }) => {
        const limited = kind === "limit" ? "limited to " : ""
        if (open !== true) return `${limited}${codesText(nameOf, name, codes)}`
        if (codes.length > maxListed)
          return kind === "limit" ? "limits that the agreement sets" : "duties that the agreement adds"
        const names = codes.map((code) => codeText(nameOf, name, code))
        return `perhaps ${limited}${listNames(names, "or")}, as the agreement says`
      })
    return `${dimensionText(nameOf, name)}: ${said.join("; ")}`
  })

const uncomparedTexts: Readonly<Record<Uncompared["role"], string>> = {
  description: "which says nothing about what may be done",
  duty: "which says what the licensee must do",
  exclusivity: "which says what the licensor may not grant to others"
}

/** What turns a `no`. It leaves the verdict unknown if something is open, so the title says that. */
const describeRepairs = (
  title: string,
  none: string,
  answer: Pick<CoversAnswer, "repair" | "verdict"> & {
    readonly open: ReadonlyArray<unknown>
    readonly changed: string
  },
  context: AnswerContext
): ReadonlyArray<string> => {
  if (answer.verdict !== "no") return []
  const [only, ...others] = answer.repair.map((each) => repairText(answer.changed, each, context))
  if (only === undefined) return [none]
  const condition = answer.open.length === 0 ? "" : ", if what is open allows it"
  return others.length === 0
    ? [`${title}${condition}: ${only}`]
    : titled(`${title}${condition}, in one of these ways:`, [only, ...others])
}

const repairText = (license: string, { breaks, changed }: Repair, context: AnswerContext): string => {
  const nameOf = namesOf(context)
  const changes = Object.entries(changed).map(([name, setting]) =>
    changeText(nameOf, name, settingOf(context.before, name), setting)
  )
  const rules = breaks.map((id) => nameOf(conflictRuleRef(id)))
  const noun = rules.length === 1 ? "the rule" : "the rules"
  return `${changes.join("; ")}.${rules.length === 0 ? "" : ` ${license} would then be invalid, by ${noun} ${listNames(rules)}.`}`
}

/** How a setting changes: what is added to it and what is removed from it, or what it becomes. */
const changeText = (nameOf: NameOf, name: string, before: Setting | undefined, after: Setting | null): string => {
  const dimension = dimensionText(nameOf, name)
  if (after === null) return `leave out ${dimension}`
  if (typeof after === "string") return `set ${dimension} to ${codeText(nameOf, name, after)}`
  if (isTerritory(after) && after.global) return `set ${dimension} to worldwide`
  if (isListOfCodes(after) || isTerritory(after)) {
    const [old, now] = [before === undefined ? [] : codesIn(before), codesIn(after)].map((list) =>
      list.map(({ code }) => code)
    )
    const added = (now ?? []).filter((code) => old?.includes(code) !== true)
    const removed = (old ?? []).filter((code) => now?.includes(code) !== true)
    const parts = [
      ...(added.length === 0 ? [] : [`add ${codesText(nameOf, name, added)} to ${dimension}`]),
      ...(removed.length === 0 ? [] : [`remove ${codesText(nameOf, name, removed)} from ${dimension}`])
    ]
    return parts.length === 0 ? `set ${dimension} to nothing` : parts.join(" and ")
  }
  const flags = Object.entries(after).filter(
    ([code, flag]) => typeof before !== "object" || Reflect.get(before, code) !== flag
  )
  const parts = [true, false].flatMap((wanted) => {
    const codes = flags.filter(([, flag]) => flag === wanted).map(([code]) => code)
    return codes.length === 0 ? [] : [`${codesText(nameOf, name, codes)} to ${String(wanted)}`]
  })
  return `in ${dimension}, set ${parts.join(", and ")}`
}

/** By which release an answer is, and what it is not. */
export const closingLine = ({ release }: Pick<AnswerContext, "release">): string =>
  `${release === "working-tree" ? "By the working tree" : `By release ${release}`}. As far as the codes say; not legal advice.`
