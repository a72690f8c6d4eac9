import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import {
  codeOf,
  conflictRuleRef,
  dimensionRef,
  formatItem,
  type ItemRef,
  licenseRef,
  toItemId,
  valueRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { groupsOf } from "../../domain/terms/TermSheet.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { itemSegments, labelOf, refOfSegments } from "../model/Item.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Link } from "../parts/Link.tsx"
import { draft } from "../routing/Route.ts"
import { pagesOf, type View } from "../views.ts"

interface SideNavigationProps {
  readonly view: View | undefined
  readonly release: ShownRelease | undefined
}

/** The pages of an area. Below the list of a kind of item are its items: dimensions by group, the others if it is open. */
export const SideNavigation = ({ release, view }: SideNavigationProps) => {
  const { route, store } = useExplorer()
  const open = route.segments[1]
  const nav = useRef<HTMLElement>(null)
  // Not `scrollIntoView`, which would scroll the page, too.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current === null || current == null) return
    const hidden = current.getBoundingClientRect().bottom - nav.current.getBoundingClientRect().bottom
    if (hidden > 0) nav.current.scrollTop += hidden + nav.current.clientHeight / 2
  }, [route.segments.join("/"), release])
  return (
    <nav ref={nav} aria-label="Pages">
      <ul>
        {pagesOf(view?.area ?? "read", store.draft !== undefined).map((page) => (
          <li key={page.name}>
            <PageLink page={page} isCurrent={page === view} />
            {release !== undefined && page.name === "dimensions" && <DimensionLinks release={release} />}
            {release !== undefined && page === view && (
              <ItemLinks release={release} items={itemsOf(page, release, open)} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PageLink = ({ isCurrent, page }: { readonly page: View; readonly isCurrent: boolean }) => {
  const { segments } = useExplorer().route
  return (
    <Link
      to={page.name === "" ? [] : [page.name]}
      release={page.isOfDraft === true ? draft : undefined}
      current={isCurrent && refOfSegments(segments) === undefined}
    >
      {page.title}
    </Link>
  )
}

const itemsOf = ({ name }: View, { taxonomy }: ShownRelease, open: string | undefined): ReadonlyArray<ItemRef> =>
  name === "licenses"
    ? around(taxonomy.licenses, ({ code }) => code === open).map(({ code }) => licenseRef(code))
    : name === "rules"
      ? around(taxonomy.rules, ({ id }) => id === open).map(({ id }) => conflictRuleRef(id))
      : []

/** Few enough of a list to find one's way, with the open one: the page of the list has them all. */
const around = <A,>(items: ReadonlyArray<A>, isOpen: (item: A) => boolean): ReadonlyArray<A> => {
  const first = Math.max(0, Math.min(items.findIndex(isOpen) - maxLinks / 2, items.length - maxLinks))
  return items.slice(first, first + maxLinks)
}

const maxLinks = 40

/** The dimensions in their groups, and the values of the open one. */
const DimensionLinks = ({ release }: { readonly release: ShownRelease }) => {
  const { languages, route } = useExplorer()
  const [view, name, code] = route.segments
  return groupsOf(snapshotOf(release.taxonomy), languages)
    .filter(({ dimensions }) => dimensions.length > 0)
    .map(({ dimensions, label }) => (
      <section key={label?.text}>
        {label !== undefined && (
          <h2>
            <bdi lang={label.language}>{label.text}</bdi>
          </h2>
        )}
        <ItemLinks release={release} items={dimensions.map((dimension) => dimensionRef(dimension.name))}>
          {(item) => {
            const dimension = view === "dimensions" ? dimensions.find((each) => each.name === name) : undefined
            return (
              dimension !== undefined &&
              formatItem(item) === name && <ItemLinks release={release} items={valuesIn(dimension, code)} />
            )
          }}
        </ItemLinks>
      </section>
    ))
}

/** The broadest values of a dimension, with the open one and the kinds below it. */
const valuesIn = ({ name, values }: Dimension, open: string | undefined): ReadonlyArray<ItemRef> =>
  around(
    values.filter(({ broader, code }) => broader === undefined || code === open || broader.includes(open ?? "")),
    ({ code }) => code === open
  ).map(({ code }) => valueRef(name, code))

interface ItemLinksProps {
  readonly release: ShownRelease
  readonly items: ReadonlyArray<ItemRef>
  /** What is below an item. */
  readonly children?: (item: ItemRef) => ComponentChildren
}

const ItemLinks = ({ children, items, release }: ItemLinksProps) => {
  const { catalog, languages, route } = useExplorer()
  return items.length === 0 ? null : (
    <ul class="within">
      {items.map((item) => {
        const label = labelOf(catalog, release, item, languages)
        return (
          <li key={toItemId(item)}>
            <Link to={itemSegments(item)} current={itemSegments(item).join("/") === route.segments.join("/")}>
              <bdi lang={label?.language}>{label?.text ?? codeOf(item)}</bdi>
            </Link>
            {children?.(item)}
          </li>
        )
      })}
    </ul>
  )
}
