import type { RefObject } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { rangeOf, type RowRange } from "./RowRange.ts"

export interface RowWindow extends RowRange {
  /** The row that has, or is to have, the focus. */
  readonly active: number | undefined
  readonly activate: (index: number | undefined) => void
}

/** Follows which rows of a list are near the screen. Without a height of rows, all of them are. */
export const useWindow = (
  list: RefObject<HTMLElement | null>,
  length: number,
  rowHeight: number | undefined
): RowWindow => {
  const [range, setRange] = useState<RowRange>({ first: 0, last: 0 })
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
