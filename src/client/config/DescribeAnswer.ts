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
import { listNames, listSome } from "../../domain/Sentence.ts"
import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import { conflictRuleRef, dimensionRef, formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Shape } from "../../domain/taxonomy/Scalars.ts"
import { codesIn, formatSetting, isListOfCodes, isTerritory, settingOf } from "../../domain/taxonomy/Settings.ts"

/** What sentences need besides an answer. */
export interface AnswerContext {
  /** A version, or `working-tree`. */
  readonly release: string
  readonly labelOf: (item: ItemRef) => string | undefined
  readonly shapeOf: (dimension: string) => Shape | undefined
  /** The config that a repair changes. */
  readonly before: Config
}

/** Whether a license permits a use, in sentences: the verdict first, then why, and what else there is to know. */
export const describePermits = (
  license: string,
  use: string,
  answer: PermitsAnswer,
  context: AnswerContext
): ReadonlyArray<string> => {
  const { labelOf } = context
  const verdict = {
    yes: `Yes. ${license} permits ${use}.`,
    no: `No. ${license} does not permit ${use}.`,
    unknown: `Unknown. Whether ${license} permits ${use} depends on what its agreement says.`
  }[answer.verdict]
  return [
    verdict,
    ...answer.reasons.map(
      (reason) => `  ${dimensionText(labelOf, reason.dimension)}: ${permitsReasonText(context, reason)}`
    ),
    ...describeOpen(
      answer.verdict,
      answer.open.map((point) => ({ ...point, owner: license })),
      labelOf
    ),
    ...titled("Within the license, where the use names nothing:", answer.within.map(withinText(labelOf))),
    ...titled("On condition that the licensee complies with:", providedLines(labelOf, answer.provided)),
    ...titled(
      "Named by the use, and not compared:",
      answer.uncompared.map(({ dimension, role }) => `${dimensionText(labelOf, dimension)}, ${uncomparedTexts[role]}`)
    ),
    ...describeRepairs(
      "What would permit it",
      "Nothing that is added to the license would permit it.",
      answer,
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
  const { labelOf } = context
  const verdict = {
    yes: `Yes. ${a} covers ${b}: all that ${b} allows may be done under ${a}.`,
    no: `No. ${a} does not cover ${b}.`,
    unknown: `Unknown. Whether ${a} covers ${b} depends on what their agreements say.`
  }[answer.verdict]
  return [
    verdict,
    ...answer.reasons.map(
      (reason) => `  ${dimensionText(labelOf, reason.dimension)}: ${coversReasonText(context, a, b, reason)}`
    ),
    ...describeOpen(
      answer.verdict,
      answer.open.map((point) => ({ ...point, owner: point.of === "a" ? a : b })),
      labelOf
    ),
    ...titled(
      "Both leave these open. They are taken to be settled alike:",
      answer.alike.map((name) => dimensionText(labelOf, name))
    ),
    ...describeRepairs(
      `What would let ${a} cover ${b}`,
      `No change that keeps all that ${a} gives would let it cover ${b}.`,
      answer,
      context
    ),
    closingLine(context)
  ]
}

/** What sentences on a pair of contracts need. */
export interface PairContext extends Pick<AnswerContext, "labelOf" | "shapeOf"> {
  /** The dimension whose codes a dimension reserves. */
  readonly reservedBy: (dimension: string) => string | undefined
}

/** Whether two contracts of one licensor clash, in sentences. The names are the ids of the contracts. */
export const describeClash = (
  a: string,
  b: string,
  answer: PairAnswer,
  context: PairContext
): ReadonlyArray<string> => {
  const { labelOf } = context
  const verdict = {
    clash: `${a} and ${b} clash.`,
    none: `${a} and ${b} do not clash.`,
    unknown: `Unknown. Whether ${a} and ${b} clash depends on what their agreements say.`
  }[answer.verdict]
  const ofSide = { a: [a, b], b: [b, a] } as const
  return [
    verdict,
    ...answer.reasons.map((reason) => {
      const [keeper, granter] = ofSide[reason.of]
      return `  ${dimensionText(labelOf, reason.dimension)}: ${keeper} reserves ${reservedText(context, reason)}, and ${granter} grants some of it`
    }),
    ...titled(
      "Where they meet:",
      answer.witness.map(
        ({ code, dimension }) => `${dimensionText(labelOf, dimension)}: ${witnessText(context, dimension, code)}`
      )
    ),
    ...describeOpen(
      "unknown",
      answer.open.map((point) => ({ ...point, owner: ofSide[point.of][0] })),
      labelOf
    ),
    ...(answer.verdict === "none" ? apartLines(answer, ofSide, labelOf) : [])
  ]
}

const apartLines = (
  { apart, separates }: PairAnswer,
  ofSide: { readonly [S in Side]: readonly [string, string] },
  labelOf: LabelOf
): ReadonlyArray<string> => {
  if (apart !== undefined)
    return [apart === "same-licensee" ? "  Both have the same licensee." : "  There is no day on which both apply."]
  if (separates.length === 0) return ["  Neither reserves anything."]
  return separates.map(({ dimensions, of, reservation, unbound }) => {
    const [keeper, granter] = ofSide[of]
    const names = listNames(dimensions.map((name) => dimensionText(labelOf, name)))
    const why = [
      ...(dimensions.length === 0 ? [] : [`nothing in common in ${names}`]),
      ...(unbound === undefined
        ? []
        : [
            `${granter} is not bound by it, since it has ${codeText(labelOf, unbound.dimension, unbound.code)} in ${dimensionText(labelOf, unbound.dimension)}`
          ])
    ]
    return `  ${dimensionText(labelOf, reservation)} of ${keeper}: ${why.join("; ")}`
  })
}

/** The codes of a reservation, of which some have labels in the dimension that they reserve only. */
const reservedText = (context: PairContext, { codes, dimension, everything, kind }: Reason): string => {
  if (everything === true) return missingText(context, { codes, dimension, everything, kind })
  const reserved = context.reservedBy(dimension) ?? dimension
  return listNames(
    codes.map((code) => {
      const own = codeText(context.labelOf, dimension, code)
      return own === code ? codeText(context.labelOf, reserved, code) : own
    })
  )
}

const witnessText = ({ labelOf, shapeOf }: PairContext, dimension: string, code: string | undefined): string => {
  if (code !== undefined) return codeText(labelOf, dimension, code)
  return shapeOf(dimension) === "territory" ? "the whole world" : "everything"
}

type LabelOf = AnswerContext["labelOf"]

const dimensionText = (labelOf: LabelOf, name: string): string => labeled(name, labelOf(dimensionRef(name)))

/** A value below its dimension: `Connected TV (CTV)`. */
const codeText = (labelOf: LabelOf, dimension: string, code: string): string =>
  labeled(code, labelOf(valueRef(dimension, code)))

const labeled = (name: string, label: string | undefined): string =>
  label === undefined || label === name ? name : `${label} (${name})`

const codesText = (labelOf: LabelOf, dimension: string, codes: ReadonlyArray<string>): string =>
  listNames(codes.map((code) => codeText(labelOf, dimension, code)))

/** The codes of a reason. What no code names has no name. */
const missingText = (
  { labelOf, shapeOf }: Pick<AnswerContext, "labelOf" | "shapeOf">,
  { codes, dimension, everything }: Reason
): string => {
  if (everything !== true) return codesText(labelOf, dimension, codes)
  return shapeOf(dimension) === "territory" ? "the whole world" : "everything, including what no code names"
}

const permitsReasonText = (context: AnswerContext, reason: Reason): string => {
  if (reason.codes.length === 0 && reason.everything !== true) return "the license lists nothing, so it gives nothing"
  return reason.kind === "limit"
    ? `the license is limited to ${missingText(context, reason)}, and the use does not keep to it`
    : lackText(context, "the license", reason)
}

/** What a license lacks, and for a scope also what it is for instead. */
const lackText = (context: AnswerContext, license: string, reason: Reason): string => {
  const { before, labelOf } = context
  const { dimension, kind } = reason
  const setting = kind === "scope" ? settingOf(before, dimension) : undefined
  const listed = setting === undefined ? [] : codesIn(setting).map(({ code }) => codeText(labelOf, dimension, code))
  const missing = missingText(context, reason)
  return listed.length === 0
    ? `${license} lacks ${missing}`
    : `${license} is for ${listSome(listed, maxListed)}, not for ${missing}`
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
      return `${b} reserves ${codes}, and ${a} does not`
    case "limit":
      return `${a} is limited to ${codes}, and ${b} is not`
    case "duty":
      return `${a} asks for ${codes}, and ${b} does not`
  }
}

const titled = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]

type OwnedPoint = Pick<OpenPoint, "codes" | "dimension"> & { readonly owner: string }

/** The open points by the agreement that settles them. */
const describeOpen = (
  verdict: CoversAnswer["verdict"],
  points: ReadonlyArray<OwnedPoint>,
  labelOf: LabelOf
): ReadonlyArray<string> =>
  titled(
    verdict === "no" ? "Also open, without a bearing on the answer:" : "What is open:",
    points.map(({ codes, dimension, owner }) => {
      const members = codes === undefined || codes.length === 0 ? "" : `: ${codesText(labelOf, dimension, codes)}`
      return `${dimensionText(labelOf, dimension)}${members}, which ${owner} leaves to its agreement`
    })
  )

const withinText =
  (labelOf: LabelOf) =>
  ({ dimension, setting, silence }: ScopeSetting): string => {
    const said =
      setting === undefined
        ? silence === "open"
          ? "left to the agreement"
          : "everything"
        : formatSetting(setting, (code) => codeText(labelOf, dimension, code))
    return `${dimensionText(labelOf, dimension)}: ${said}`
  }

/** A line for each dimension, with its duties and limits. */
const providedLines = (labelOf: LabelOf, provided: ReadonlyArray<Proviso>): ReadonlyArray<string> =>
  [...new Set(provided.map(({ dimension }) => dimension))].map((name) => {
    const said = provided
      .filter(({ dimension }) => dimension === name)
      .map(({ codes, kind, open }) => {
        if (open === true) return kind === "limit" ? "limits that the agreement sets" : "duties that the agreement adds"
        return `${kind === "limit" ? "limited to " : ""}${codesText(labelOf, name, codes)}`
      })
    return `${dimensionText(labelOf, name)}: ${said.join("; ")}`
  })

const uncomparedTexts: Readonly<Record<Uncompared["role"], string>> = {
  description: "which says nothing about what may be done",
  duty: "which says what the licensee must do",
  exclusivity: "which says what the licensor may not grant to others"
}

const describeRepairs = (
  title: string,
  none: string,
  { repair, verdict }: Pick<CoversAnswer, "repair" | "verdict">,
  context: AnswerContext
): ReadonlyArray<string> => {
  if (verdict !== "no") return []
  const [only, ...others] = repair.map((each) => repairText(each, context))
  if (only === undefined) return [none]
  return others.length === 0 ? [`${title}: ${only}`] : titled(`${title}, in one of these ways:`, [only, ...others])
}

const repairText = ({ breaks, changed }: Repair, { before, labelOf }: AnswerContext): string => {
  const changes = Object.entries(changed).map(([name, setting]) =>
    changeText(labelOf, name, settingOf(before, name), setting)
  )
  const rules = breaks.map((id) => labeled(formatItem(conflictRuleRef(id)), labelOf(conflictRuleRef(id))))
  const noun = rules.length === 1 ? "the rule" : "the rules"
  return `${changes.join("; ")}.${rules.length === 0 ? "" : ` The license would then be invalid, by ${noun} ${listNames(rules)}.`}`
}

/** How a setting changes: what is added to it and what is removed from it, or what it becomes. */
const changeText = (labelOf: LabelOf, name: string, before: Setting | undefined, after: Setting | null): string => {
  const dimension = dimensionText(labelOf, name)
  if (after === null) return `leave out ${dimension}`
  const text = (setting: Setting): string => formatSetting(setting, (code) => codeText(labelOf, name, code))
  if (typeof after === "string" || (isTerritory(after) && after.global)) return `set ${dimension} to ${text(after)}`
  if (isListOfCodes(after) || isTerritory(after)) {
    const [old, now] = [before === undefined ? [] : codesIn(before), codesIn(after)].map((list) =>
      list.map(({ code }) => code)
    )
    const added = (now ?? []).filter((code) => old?.includes(code) !== true)
    const removed = (old ?? []).filter((code) => now?.includes(code) !== true)
    const parts = [
      ...(added.length === 0 ? [] : [`add ${codesText(labelOf, name, added)} to ${dimension}`]),
      ...(removed.length === 0 ? [] : [`remove ${codesText(labelOf, name, removed)} from ${dimension}`])
    ]
    return parts.length === 0 ? `set ${dimension} to ${text(after)}` : parts.join(" and ")
  }
  const flags = Object.entries(after).filter(
    ([code, flag]) => typeof before !== "object" || Reflect.get(before, code) !== flag
  )
  const parts = [true, false].flatMap((wanted) => {
    const codes = flags.filter(([, flag]) => flag === wanted).map(([code]) => code)
    return codes.length === 0 ? [] : [`${codesText(labelOf, name, codes)} to ${wanted ? "yes" : "no"}`]
  })
  return `in ${dimension}, set ${parts.join(", and ")}`
}

/** By which release an answer is, and what it is not. */
export const closingLine = ({ release }: Pick<AnswerContext, "release">): string =>
  `${release === "working-tree" ? "By the working tree" : `By release ${release}`}. As far as the codes say; not legal advice.`
