import type { ComponentChild, ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

interface VirtualListProps<Row> {
  readonly label: string
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** The content of a list item. At most `rowHeight` of it is shown in a long list. */
  readonly renderRow: (row: Row, index: number) => ComponentChildren
  /** The height of the rows of a long list, in rem, so that it follows the size of the text. */
  readonly rowHeight: number
}

/**
 * A list of any length: of a long one, only the rows near the screen are elements. Arrow keys, Home and End move between
 * the links or buttons of the rows.
 */
export const VirtualList = <Row,>({ keyOf, label, renderRow, rowHeight, rows }: VirtualListProps<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const isWindowed = rows.length > maxPlainRows
  const { activate, active, first, last } = useWindow(list, rows.length, isWindowed ? rowHeight : undefined)
  const focusRequest = useRef<number | undefined>(undefined)

  useLayoutEffect(() => {
    if (focusRequest.current === undefined) return
    focusableOf(list.current, focusRequest.current)?.focus()
    focusRequest.current = undefined
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexOf(event.target)
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || isTextField(event.target)) return
    const target = targetOf(event.key, index, rows.length)
    if (target === undefined || target === index) return
    event.preventDefault()
    focusRequest.current = target
    activate(target)
  }

  // A row with the focus stays, however far it is scrolled away: otherwise the focus would be lost.
  const indexes = [
    ...(active !== undefined && active < first ? [active] : []),
    ...Array.from({ length: last - first }, (_, offset) => first + offset),
    ...(active !== undefined && active >= last ? [active] : [])
  ]
  return (
    <>
      {isWindowed && (
        <p class="virtual-list-hint">
          {rows.length.toLocaleString("en")} rows. The find function of the browser finds only rows on the screen; use
          the search instead.
        </p>
      )}
      <ul
        ref={list}
        role="list"
        aria-label={label}
        class="virtual-list"
        data-windowed={isWindowed ? "" : undefined}
        style={isWindowed ? { height: `${rows.length * rowHeight}rem` } : {}}
        onKeyDown={onKeyDown}
        onFocusIn={(event) => activate(indexOf(event.target))}
      >
        {indexes.map((index) => {
          const row = rows[index]
          return row === undefined ? null : (
            <li
              key={keyOf(row)}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={isWindowed ? { top: `${index * rowHeight}rem`, height: `${rowHeight}rem` } : {}}
            >
              {renderRow(row, index)}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Shorter lists are shown as a whole, so that browsers can find and print all of it. */
const maxPlainRows = 300

const indexOf = (target: EventTarget | null): number | undefined => {
  const index = target instanceof Element ? target.closest("li")?.dataset["index"] : undefined
  return index === undefined ? undefined : Number(index)
}

const focusableOf = (list: HTMLElement | null, index: number): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`li[data-index="${index}"] :is(a, button, input, select, summary)`)

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea, select")

const targetOf = (key: string, index: number, length: number): number | undefined => {
  switch (key) {
    case "ArrowDown":
      return Math.min(index + 1, length - 1)
    case "ArrowUp":
      return Math.max(index - 1, 0)
    case "Home":
      return 0
    case "End":
      return length - 1
    default:
      return undefined
  }
}

/** Follows which rows of a list are near the screen. Without a height of rows, all of them are. */
export const useWindow = (list: RefObject<HTMLElement | null>, length: number, rowHeight: number | undefined) => {
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 })
  /** The row that has, or is to have, the focus. */
  const [active, activate] = useState<number>()
  useLayoutEffect(() => {
    if (rowHeight === undefined) return
    const update = (): void => {
      if (list.current === null) return
      const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const hidden = -list.current.getBoundingClientRect().top
      const next = rangeOf({ hidden, visible: innerHeight, rowHeight: rowHeight * rootSize, length })
      setRange((range) => (range.first === next.first && range.last === next.last ? range : next))
    }
    update()
    // Catches also the scrolling of an element that contains the list.
    addEventListener("scroll", update, true)
    addEventListener("resize", update)
    return () => {
      removeEventListener("scroll", update, true)
      removeEventListener("resize", update)
    }
  }, [length, rowHeight])
  return {
    ...(rowHeight === undefined
      ? { first: 0, last: length }
      : { first: Math.min(range.first, length), last: Math.min(range.last, length) }),
    active: active !== undefined && active < length ? active : undefined,
    activate
  }
}

/** Rows of a list, without the last. */
interface RowRange {
  readonly first: number
  readonly last: number
}

interface Viewport {
  /** Pixels of the list above the screen; negative if the list begins below its top. */
  readonly hidden: number
  /** The height of the screen in pixels. */
  readonly visible: number
  readonly rowHeight: number
  readonly length: number
}

/** The rows on the screen, and some before and after, so that they are there when a person scrolls or tabs to them. */
export const rangeOf = ({ hidden, length, rowHeight, visible }: Viewport): RowRange => {
  const clamp = (row: number): number => Math.max(0, Math.min(row, length))
  // In steps, so that most movements change nothing.
  const first = Math.floor(hidden / rowHeight / step) - 1
  const last = Math.ceil((hidden + visible) / rowHeight / step) + 1
  return { first: clamp(first * step), last: clamp(last * step) }
}

const step = 10

/**
 * The number of entries to show of a list that may be very long, and a button that shows more of them: a release can add
 * 100,000 values.
 */
export const useShownCount = (
  count: number,
  firstCount = 50
): { readonly shownCount: number; readonly showMore: ComponentChild } => {
  const [limit, setLimit] = useState(firstCount)
  const hidden = count - limit
  return {
    shownCount: limit,
    showMore: hidden > 0 && (
      <p>
        {limit.toLocaleString("en")} of {count.toLocaleString("en")} shown.{" "}
        <button type="button" onClick={() => setLimit(limit + nextCount)}>
          Show {Math.min(hidden, nextCount).toLocaleString("en")} more
        </button>
      </p>
    )
  }
}

const nextCount = 500
