import { type ComponentChildren, Fragment } from "preact"
import { codeOf, formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { itemSegments } from "../model/ItemAddress.ts"
import { itemState, type ItemState, labelOf } from "../model/ItemState.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"
import { Link } from "./Link.tsx"

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
      {label === undefined ? null : <> {code}</>}
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

interface ReplacementLinksProps {
  readonly replacements: ReadonlyArray<ItemRef>
  /** The replacements apply together. */
  readonly isAllOf: boolean
}

/** What replaces an item: `A or B`, or `A and B` if they apply together. */
export const ReplacementLinks = ({ isAllOf, replacements }: ReplacementLinksProps) => (
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
  switch (state._tag) {
    case "Present":
      return null
    case "Deprecated":
      return <Badge kind="warning">deprecated</Badge>
    case "New":
      return <Badge kind="added">new</Badge>
    case "Removed":
      return <Badge kind="removed">removed in {state.version}</Badge>
    case "Dropped":
      return <Badge kind="removed">removed in the working tree</Badge>
    case "Later":
      return <Badge>added in {state.version}</Badge>
    case "Unknown":
      return <Badge>unknown</Badge>
  }
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
