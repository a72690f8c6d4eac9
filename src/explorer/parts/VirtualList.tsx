import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useWindow } from "./useWindow.ts"

export interface VirtualListProps<Row> {
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
