/**
 * Makes a function that renders lists of items, each list after the other. It renders an item only if the list before
 * did not contain it in the same context, a text that stands for all that the rendering reads beside the item.
 */
export const makeItemMemo = <Item extends object, A>() => {
  let before: ReadonlyMap<Item, Memo<A>> = new Map()
  return (
    items: ReadonlyArray<Item>,
    contextOf: (item: Item) => string | undefined,
    render: (item: Item) => A
  ): ReadonlyArray<A> => {
    const memos = new Map<Item, Memo<A>>()
    for (const item of items) {
      const context = contextOf(item)
      const known = before.get(item)
      memos.set(item, known !== undefined && known.context === context ? known : { context, result: render(item) })
    }
    before = memos
    return Array.from(memos.values(), ({ result }) => result)
  }
}

interface Memo<A> {
  readonly context: string | undefined
  readonly result: A
}
