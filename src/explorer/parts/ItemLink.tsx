import type { ComponentChildren } from "preact"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { itemSegments } from "../model/ItemAddress.ts"
import type { ReleaseName } from "../routing/Route.ts"
import { Link } from "./Link.tsx"

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
