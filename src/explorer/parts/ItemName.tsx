import { type ComponentChildren, Fragment } from "preact"
import { asSentence } from "../../domain/Sentence.ts"
import { codeOf, formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { itemSegments, type ItemState, itemState, labelOf } from "../model/Item.ts"
import { findNotice, formatRemovalSentence, formatSince, type Notice } from "../model/Notice.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"
import { Link } from "./Link.tsx"
import { VirtualList } from "./VirtualList.tsx"

interface ItemNameProps {
  readonly item: ItemRef
  /** The code of a value without its dimension, for places that tell the dimension. */
  readonly isShort?: boolean
  readonly isLink?: boolean
}

/** An item: its label, its code, and in words if it is deprecated, new or removed. */
export const ItemName = ({ isLink = true, isShort = false, item }: ItemNameProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const label = labelOf(catalog, release, item, languages)
  const code = <code>{isShort ? codeOf(item) : formatItem(item)}</code>
  const name =
    label === undefined ? (
      code
    ) : (
      <bdi class={languages.length > 0 && label.language === undefined ? "original" : undefined} lang={label.language}>
        {label.text}
      </bdi>
    )
  return (
    <span class="item-name">
      {isLink ? (
        <ItemLink item={item} release={release.isDraft ? draft : release.version}>
          {name}
        </ItemLink>
      ) : (
        name
      )}
      {/* Spaces rather than margins, so that a copied text has them, too. */}
      {label === undefined ? null : <span class="item-code"> {code}</span>}
      <StateBadge state={itemState(catalog, release, item)} />
    </span>
  )
}

interface ItemLinkProps {
  readonly item: ItemRef
  /** The release of the current address if it is missing. */
  readonly release?: ReleaseName | undefined
  readonly children: ComponentChildren
}

/** A link to the page of an item. */
export const ItemLink = ({ children, item, release }: ItemLinkProps) => (
  <Link to={itemSegments(item)} release={release}>
    {children}
  </Link>
)

interface ItemRowProps {
  readonly item: ItemRef
  /** The code of a value without its dimension. */
  readonly isShort?: boolean
  /** True for rows with room for three lines of text in a long list, otherwise for one. */
  readonly isTall?: boolean
  readonly children: ComponentChildren
  /** Left out of a long list, where each row has the same height. */
  readonly definition?: ComponentChildren
}

/** An item of a list: its name, and below it a text. */
export const ItemRow = ({ children, definition, isShort = false, isTall = false, item }: ItemRowProps) => (
  <div class={`value-row${isTall ? " tall-row" : ""}`}>
    <ItemName item={item} isShort={isShort} />
    <p class="description">{children}</p>
    {definition}
  </div>
)

interface NoticeListProps {
  readonly label: string
  readonly items: ReadonlyArray<ItemRef>
  readonly noticeOf: (item: ItemRef) => Notice | undefined
  /** False for a list whose heading says since when. */
  readonly hasSince?: boolean
}

/** Deprecated or removed items, with what there is to say of each. */
export const NoticeList = ({ hasSince = true, items, label, noticeOf }: NoticeListProps) => (
  <VirtualList
    label={label}
    rows={items}
    keyOf={toItemId}
    rowHeight={6.5}
    renderRow={(item) => {
      const notice = noticeOf(item)
      return (
        <ItemRow item={item} isTall>
          {hasSince && notice !== undefined && `${formatSince(notice)} `}
          {notice !== undefined && <NoticeSentences notice={notice} />}
        </ItemRow>
      )
    }}
  />
)

/** What replaces an item: `A or B`, or `A and B` if they apply together. */
export const ReplacementLinks = ({ isAllOf, replacements }: Pick<Notice, "isAllOf" | "replacements">) => (
  <>
    {replacements.map((item, index) => (
      <Fragment key={index}>
        {index === 0 ? null : isAllOf ? " and " : " or "}
        <ItemName item={item} />
      </Fragment>
    ))}
  </>
)

/** The state of an item in a word or two, unless there is nothing to say. */
export const StateBadge = ({ state }: { readonly state: ItemState }) => {
  if (state._tag === "Present") return null
  const [kind, words] = badges[state._tag]
  return (
    <>
      <Badge kind={kind}>{"version" in state ? `${words} ${state.version}` : words}</Badge>
      {state._tag === "New" && state.isDeprecated && <StateBadge state={{ _tag: "Deprecated" }} />}
    </>
  )
}

const badges: { readonly [State in Exclude<ItemState["_tag"], "Present">]: readonly [BadgeKind, string] } = {
  Deprecated: ["warning", "deprecated"],
  New: ["added", "new in the draft"],
  Removed: ["removed", "removed in"],
  Dropped: ["removed", "removed in the draft"],
  Later: ["neutral", "added in"],
  Unknown: ["neutral", "unknown"]
}

/** What a word marks: something that is good to know, that goes, that is gone, or that is new. */
type BadgeKind = "neutral" | "warning" | "removed" | "added"

/** A word or two after a name, with a space in between. The words carry the meaning, not the colour. */
export const Badge = ({
  children,
  kind = "neutral"
}: {
  readonly kind?: BadgeKind
  readonly children: ComponentChildren
}) => (
  <>
    {" "}
    <span class={`badge badge-${kind}`}>{children}</span>
  </>
)

/** Since when an item is deprecated, what to use, and when it can be removed. Nothing for any other item. */
export const DeprecationNotice = ({ item }: { readonly item: ItemRef }) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const notice = findNotice(catalog, release, item, languages, new Date().toISOString())
  return notice === undefined ? null : (
    <p class="notice notice-warning">
      <strong>{formatSince(notice)}</strong> <NoticeSentences notice={notice} />
    </p>
  )
}

/** What replaces an item, why, and its removal. */
export const NoticeSentences = ({ notice }: { readonly notice: Notice }) => {
  const { removal, replacements } = notice
  return (
    <>
      {replacements.length === 0 ? "It has no replacement." : ""}
      <InsteadText {...notice} />
      {removal === undefined ? null : ` ${formatRemovalSentence(removal)}`}
    </>
  )
}

/** What to use instead of an item, and why. */
export const InsteadText = ({ isAllOf, reason, replacements }: Pick<Notice, "isAllOf" | "reason" | "replacements">) => (
  <>
    {replacements.length > 0 && (
      <>
        Use <ReplacementLinks replacements={replacements} isAllOf={isAllOf} />.
      </>
    )}
    {reason !== undefined && (
      <>
        {" "}
        Reason: <bdi lang={reason.language}>{asSentence(reason.text)}</bdi>
      </>
    )}
  </>
)
