import * as Argument from "effect/cli/Argument"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { isError } from "../../domain/Finding.ts"
import { knownItems, type KnownItem } from "../../domain/release/ItemTimeline.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { planRemovals, type PlanStep, type StepContent } from "../../domain/release/removal/RemovalPlan.ts"
import { newestStanding } from "../../domain/release/StandingReleases.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { formatOf } from "../../release/artifacts/FormatChoice.ts"
import { helpOf, messageOf, subjectOf } from "../../report/FindingText.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused, type CommandRefused } from "../CommandRefused.ts"
import { describeUsers, readUsers, usersOf, usersOptions, type HeldUses } from "../keys/KeyUses.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readDraft, resolveItem } from "../Workspace.ts"

const planOptions = {
  items: Options.textArgument(
    "item",
    "items to remove, named as for taxonomy when [default: everything deprecated]"
  ).pipe(Argument.variadic()),
  ...Options.draftOptions,
  ...usersOptions,
  date: Options.dateOption("Date of the first release"),
  notes: Options.toggleOption("notes", "Show the notes of each release")
}

/**
 * `taxonomy plan`: prints the releases that lead from the working tree to a removal, decided as if they were published.
 * Fails if one of them would be refused.
 */
export const planCommand = Options.makeCommand("plan", planOptions, {
  "taxonomy plan": "From the working tree to the removal of everything deprecated",
  "taxonomy plan exclusive_categories/QSR": "To the removal of one item, which is deprecated first",
  "taxonomy plan --date 2027-01-10 --notes": "From that day, with the notes of each release"
})(function* (input) {
  const { history, sources } = yield* readDraft("plan", input)
  const start = yield* input.date
  const known = input.items.length === 0 ? [] : knownItems(history, sources.taxonomy)
  const items = yield* Effect.forEach(input.items, (text) =>
    Effect.flatMap(resolveItem(known, text, sources.taxonomy), removableItem)
  )
  const users = yield* readUsers(input)
  const planned = planRemovals({ history, draft: sources, items, start, formatOf })
  const steps = input.notes ? yield* Effect.promise(() => withNotes(planned)) : planned
  const labelOf = (item: ItemRef) =>
    snapshotOf(sources.taxonomy).labelOf(item) ??
    snapshotOf(newestStanding(history)?.taxonomy ?? sources.taxonomy).labelOf(item)
  if (input.format === "json") {
    yield* Console.log(jsonLine({ command: "plan", date: start, steps: steps.map((step) => toJson(step, users)) }))
  } else {
    const newest = newestStanding(history)?.version
    yield* printLines([
      `Rehearsal from ${dayOf(start)}${newest === undefined ? "" : `, after ${newest}`}. Nothing is written.`,
      ...(steps.length === 0 ? ["Nothing is deprecated, and the working tree changes nothing."] : []),
      ...steps.flatMap((step) => describeStep(step, { labelOf, users }))
    ])
  }
  if (steps.some((step) => outcomeOf(step) === "refused")) return yield* new RunFailed({ exitCode: ExitCode.findings })
})

/** Refuses what a plan cannot lead to. */
const removableItem = ({ item, label, state }: KnownItem): Effect.Effect<ItemRef, CommandRefused> => {
  const name = formatItemText(item, label)
  if (state._tag === "Removed") return commandRefused(`${name} was removed in ${state.version}.`)
  if (state._tag === "Added")
    return commandRefused(`${name} is not published. Delete it from the sources to remove it.`)
  if (state._tag === "Dropped") return commandRefused(`The working tree lacks ${name}. Restore it to plan its removal.`)
  return item._tag === "ConflictRule"
    ? commandRefused(`${name} is a conflict rule, which the next minor release can remove.`)
    : Effect.succeed(item)
}

interface NotedStep extends PlanStep {
  readonly notes?: string | undefined
}

const outcomeOf = ({ decision }: PlanStep): "refused" | "accepted" =>
  decision.outcome._tag === "Refused" ? "refused" : "accepted"

const describeStep = (step: NotedStep, known: KnownTexts): ReadonlyArray<string> => {
  const { content, date, decision, notes } = step
  const errors = decision.findings.filter(isError)
  return [
    "",
    `${decision.version}, on ${dayOf(date)} or later: ${outcomeOf(step)}`,
    ...content.flatMap((each) => describeContent(each, known)).map((line) => `  ${line}`),
    ...errors.flatMap((finding) => [
      `  error[${finding.rule}] ${messageOf(finding)}`,
      ...(helpOf(finding) === "" ? [] : [`    help: ${helpOf(finding)}`])
    ]),
    ...(notes === undefined
      ? []
      : [
          "",
          ...notes
            .trim()
            .split("\n")
            .map((line) => `    ${line}`.trimEnd())
        ])
  ]
}

/** What the texts of a plan are made of. */
interface KnownTexts {
  readonly labelOf: (item: ItemRef) => string | undefined
  readonly users: HeldUses | undefined
}

const describeContent = (content: StepContent, { labelOf, users }: KnownTexts): ReadonlyArray<string> => {
  const nameOf = (item: ItemRef) => formatItemText(item, labelOf(item))
  switch (content.kind) {
    case "draft":
      return [`Publish the working tree: ${formatCount(content.changes, "change")}.`]
    case "deprecate":
      return [`Deprecate ${nameOf(content.item)}, with a replacement or a reason.`]
    case "any-minor":
      return ["Publish any change that requires a minor release."]
    case "remove": {
      const uses = new Map(content.uses.map(({ by }) => [toItemId(by), by]))
      return [
        `Remove ${nameOf(content.item)}.`,
        ...Array.from(uses.values(), (by) => `  Change ${nameOf(by)}, which names it.`),
        ...describeUsers(users, content.item).map((line) => `  ${line}`)
      ]
    }
  }
}

const toJson = (step: NotedStep, users: HeldUses | undefined) => ({
  version: step.decision.version,
  date: step.date,
  outcome: outcomeOf(step),
  content: step.content.map((each) =>
    each.kind === "remove"
      ? {
          kind: each.kind,
          item: formatItem(each.item),
          used_by: [...new Set(each.uses.map(({ by }) => formatItem(by)))],
          ...(users && { users: usersOf(users, each.item) })
        }
      : each.kind === "deprecate"
        ? { kind: each.kind, item: formatItem(each.item) }
        : each
  ),
  findings: step.decision.findings.map((finding) => ({
    rule: finding.rule,
    level: finding.level,
    subject: subjectOf(finding) ?? null,
    message: messageOf(finding),
    help: helpOf(finding)
  })),
  ...(step.notes === undefined ? {} : { notes: step.notes })
})

/** The steps with the notes of each release that would be published. The renderers are loaded for them alone. */
const withNotes = async (steps: ReadonlyArray<PlanStep>): Promise<ReadonlyArray<NotedStep>> => {
  const { render } = await import("../../release/artifacts/ReleaseRenderer.ts")
  return steps.map((step) => {
    const { outcome } = step.decision
    return { ...step, notes: outcome._tag === "Publish" ? render(outcome.release)?.files.get("CHANGES.md") : undefined }
  })
}
