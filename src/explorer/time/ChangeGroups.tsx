import { type Change, changedItem, formatChangedItem, isDeprecation, removedItem } from "../../domain/change/Change.ts"
import { capitalize } from "../../domain/Sentence.ts"
import { dimensionRef, formatItem } from "../../domain/taxonomy/ItemRef.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { type ChangeGroup, groupChanges, kindOrder, kindTexts } from "../../report/changes/ChangeKinds.ts"
import { type ChangeDetail, describeChange } from "../../report/changes/ChangeText.ts"
import type { ItemFacts } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { isVisibleChange, makeRedline, type RedlinePart } from "../../report/text/Redline.ts"
import type { WaiverEntry } from "../data/DataSource.ts"
import { ReleaseContext, useExplorer } from "../ExplorerContext.ts"
import type { Catalog } from "../model/Catalog.ts"
import { factTitles, wordsOf } from "../model/Facts.ts"
import { findNotice, type Notice, removedNotice } from "../model/Notice.ts"
import { ItemLink, NoticeSentences } from "../parts/ItemName.tsx"
import { Select } from "../parts/Select.tsx"
import { useShownCount } from "../parts/VirtualList.tsx"
import { useParameter } from "../routing/useRoute.ts"
import { type Comparison, releaseNameOf } from "./Comparison.ts"

interface ChangeGroupsProps {
  readonly comparison: Comparison
  /** The changes to show, which may be a part of all. */
  readonly changes: ReadonlyArray<Change>
}

/** Changes by kind: what requires the largest bump comes first, with the reason. */
export const ChangeGroups = ({ changes, comparison }: ChangeGroupsProps) => {
  const hasBumps = comparison.direction === "forwards"
  return (
    <>
      {groupChanges(changes, !hasBumps).map((group) => (
        <Group key={`${group.bump} ${group.title}`} group={group} comparison={comparison} hasBumps={hasBumps} />
      ))}
    </>
  )
}

interface GroupProps {
  readonly group: ChangeGroup
  readonly comparison: Comparison
  readonly hasBumps: boolean
}

const Group = ({ comparison, group, hasBumps }: GroupProps) => {
  const { bump, changes, part, title, why } = group
  const { showMore, shownCount } = useShownCount(changes.length, part === "normative" ? 1000 : undefined)
  return (
    <section class="change-group">
      <h3>
        {title}
        {changes.length > 1 && <span class="change-count"> {changes.length.toLocaleString("en")}</span>}
      </h3>
      {hasBumps && (
        <p class="change-why">
          <span class={`bump bump-${bump}`}>{bump} version step</span> {why}
        </p>
      )}
      <ul class="changes" role="list">
        {changes.slice(0, shownCount).map((change, index) => (
          <ChangeEntry key={formatChangedItem(change) ?? index} change={change} comparison={comparison} />
        ))}
      </ul>
      {showMore}
    </section>
  )
}

interface ChangeEntryProps {
  readonly change: Change
  readonly comparison: Comparison
}

/** A change in the words of the reports. */
const ChangeEntry = ({ change, comparison }: ChangeEntryProps) => {
  const { after, before, items } = comparison
  const { details, item, label, note } = describeChange(change, items)
  const release = removedItem(change) === undefined ? after : (before ?? after)
  return (
    <li class="change">
      {item !== undefined && (
        <p>
          <ItemLink item={item} release={releaseNameOf(release)}>
            <bdi>{label ?? formatItem(item)}</bdi>
          </ItemLink>{" "}
          {label !== undefined && label !== formatItem(item) && (
            <span class="item-code">
              <code>{formatItem(item)}</code>
            </span>
          )}
        </p>
      )}
      <ChangeNote change={change} comparison={comparison} note={note} />
      {details.length > 0 && (
        <dl class="change-details">
          {details.map((detail) => (
            <div key={detail.name}>
              <dt dir="auto">{factTitles.get(detail.name) ?? detail.name}</dt>
              <dd>{renderDetail(detail)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const renderDetail = (detail: ChangeDetail) =>
  "text" in detail ? (
    <span dir="auto">{inWords(detail.name, detail.text)}</span>
  ) : (
    <RedlineText before={inWords(detail.name, detail.before)} after={inWords(detail.name, detail.after)} />
  )

const inWords = (name: string, text: string): string => wordsOf(name, text)[0] ?? text

/** What replaces an item that goes, why, and when. Of other items, what there is to say beside the change. */
const ChangeNote = ({ change, comparison, note }: ChangeEntryProps & { readonly note: string }) => {
  const { catalog, languages } = useExplorer()
  const notice = findChangeNotice(catalog, comparison, change, languages, new Date().toISOString())
  if (notice !== undefined) {
    return (
      <p>
        <ReleaseContext.Provider value={comparison.after}>
          <NoticeSentences notice={notice} />
        </ReleaseContext.Provider>
      </p>
    )
  }
  return note === "" ? null : <p dir="auto">{capitalize(note)}</p>
}

/** What there is to say of an item that a change removes or deprecates; `undefined` of other changes. */
export const findChangeNotice = (
  catalog: Catalog,
  { after, before }: Comparison,
  change: Change,
  languages: Languages,
  today: string
): Notice | undefined => {
  const removed = removedItem(change)
  if (removed !== undefined) {
    // An older release than the deprecation does not know what replaces the item.
    const entry = catalog.itemOf.get(formatItem(removed))
    if (entry?.removed_in !== undefined) return removedNotice(catalog, entry, languages, today)
    return before && findNotice(catalog, before, removed, languages, today)
  }
  const item = isDeprecation(change) ? changedItem(change) : undefined
  return item && findNotice(catalog, after, item, languages, today)
}

/** A text before and after a change: removed and added words are marked, also for screen readers. */
const RedlineText = ({ after, before }: { readonly before: string; readonly after: string }) => {
  if (!isVisibleChange(before, after)) {
    return (
      <>
        <span dir="auto">{after}</span> <span class="muted">(only white space changed)</span>
      </>
    )
  }
  // The order of 100,000 values is one text.
  const hidden = Math.max(before.length, after.length) - maxLength
  const parts = makeRedline(cut(before), cut(after))
  return (
    <span class="redline" dir="auto">
      {parts.map(renderPart)}
      {hidden > 0 && <span class="muted"> … {hidden.toLocaleString("en")} more characters</span>}
    </span>
  )
}

/** More than any definition has. */
const maxLength = 20_000

const cut = (text: string): string => text.slice(0, maxLength).toWellFormed()

const renderPart = ({ kind, text }: RedlinePart) => {
  if (kind === "kept") return text
  const Mark = kind === "removed" ? "del" : "ins"
  return (
    <Mark>
      <span class="visually-hidden">[{kind}: </span>
      {text}
      <span class="visually-hidden">] </span>
    </Mark>
  )
}

/** The approved exceptions of a release. */
export const WaiverList = ({ waivers }: { readonly waivers: ReadonlyArray<WaiverEntry> }) =>
  waivers.length === 0 ? null : (
    <div class="used-waivers">
      <p>{formatCount(waivers.length, "waiver")} used:</p>
      <ul>
        {waivers.map(({ approved_by, reason, rule, subject }) => (
          <li key={`${rule} ${subject}`} dir="auto">
            <code>{subject}</code> is exempt from <code>{rule}</code>. Approved by <bdi>{approved_by}</bdi>. Reason:{" "}
            <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )

/**
 * The changes of a comparison, which a person can limit to a kind, or to a part of the taxonomy. The address keeps the
 * choice. The heading above it is of level 2.
 */
export const ChangeList = ({ comparison }: { readonly comparison: Comparison }) => {
  const { kind, part } = useExplorer().route.parameters
  const { changes, items } = comparison
  const shown = filterChanges(changes, { kind, part })
  return (
    <>
      {changes.length > 1 && (
        <form class="time-filters" onSubmit={(event) => event.preventDefault()}>
          <Choice
            name="kind"
            label="Kind of change"
            all="All kinds"
            choices={kindChoices(filterChanges(changes, { part }))}
            formatValue={(value) => kindTexts[value].many}
          />
          <Choice
            name="part"
            label="Part of the taxonomy"
            all="All parts"
            choices={partChoices(filterChanges(changes, { kind }))}
            formatValue={(value) => formatPart(value, items)}
          />
        </form>
      )}
      <p role="status" class="muted">
        {shown.length === changes.length
          ? ""
          : `${shown.length.toLocaleString("en")} of ${formatCount(changes.length, "change")} shown.`}
      </p>
      <ChangeGroups comparison={comparison} changes={shown} />
    </>
  )
}

/** What a list of changes is limited to, as addresses write it. */
interface ChangeFilter {
  /** A kind of change, such as `value-removed`. */
  readonly kind?: string | undefined
  /** A part of the taxonomy: `dimensions/NAME`, `licenses`, `rules` or `taxonomy`. */
  readonly part?: string | undefined
}

/** A choice of a filter, and how many changes it leaves. */
interface FilterChoice<Value> {
  readonly value: Value
  readonly count: number
}

interface ChoiceProps<Value> {
  readonly name: keyof ChangeFilter
  readonly label: string
  /** The choice without a filter. */
  readonly all: string
  readonly choices: ReadonlyArray<FilterChoice<Value>>
  readonly formatValue: (value: Value) => string
}

const Choice = <Value extends string>({ all, choices, formatValue, label, name }: ChoiceProps<Value>) => {
  const [chosen, choose] = useParameter(name)
  const options = choices.map(
    ({ count, value }) => [value, `${formatValue(value)} (${count.toLocaleString("en")})`] as const
  )
  return <Select label={label} value={chosen} options={[["", all], ...options]} onChange={choose} />
}

export const filterChanges = (changes: ReadonlyArray<Change>, { kind, part }: ChangeFilter): ReadonlyArray<Change> =>
  changes.filter(
    (change) => (kind === undefined || change.kind === kind) && (part === undefined || partOf(change) === part)
  )

/** The kinds of changes, in the order in which a reader needs them. */
export const kindChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice<Change["kind"]>> =>
  countBy(changes, ({ kind }) => kind).toSorted(
    (left, right) => kindOrder.indexOf(left.value) - kindOrder.indexOf(right.value)
  )

/** The parts of the taxonomy: dimensions by name, then licenses, rules and the taxonomy's own texts. */
export const partChoices = (changes: ReadonlyArray<Change>): ReadonlyArray<FilterChoice<string>> =>
  countBy(changes, partOf).toSorted((left, right) => (left.value < right.value ? -1 : 1))

const countBy = <Value extends string>(
  changes: ReadonlyArray<Change>,
  valueOf: (change: Change) => Value
): ReadonlyArray<FilterChoice<Value>> =>
  Array.from(Map.groupBy(changes, valueOf), ([value, members]) => ({ value, count: members.length }))

/** The part of the taxonomy that a change concerns. */
const partOf = (change: Change): string => {
  const item = changedItem(change)
  if (item === undefined) return "taxonomy"
  if ("dimension" in item) return `${dimensionPrefix}${item.dimension}`
  return item._tag === "License" ? "licenses" : "rules"
}

/** A dimension may be named like one of the other parts. */
const dimensionPrefix = "dimensions/"

const formatPart = (part: string, { labelOf }: ItemFacts): string => {
  if (part.startsWith(dimensionPrefix)) {
    const dimension = part.slice(dimensionPrefix.length)
    return labelOf(dimensionRef(dimension)) ?? dimension
  }
  return part === "licenses" ? "Base licenses" : part === "rules" ? "Conflict rules" : "The taxonomy itself"
}
