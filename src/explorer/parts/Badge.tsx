import type { ComponentChildren } from "preact"

/** What a word marks: something that is good to know, that goes, that is gone, or that is new. */
export type BadgeKind = "neutral" | "warning" | "removed" | "added"

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
