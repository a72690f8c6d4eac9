import { Fragment } from "preact"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../model/Release.ts"
import { ItemName } from "./ItemName.tsx"

interface ReplacementLinksProps {
  readonly release: Release
  readonly replacements: ReadonlyArray<ItemRef>
  /** The replacements apply together. */
  readonly isAllOf: boolean
}

/** What replaces an item: `A or B`, or `A and B` if they apply together. */
export const ReplacementLinks = ({ isAllOf, release, replacements }: ReplacementLinksProps) => (
  <>
    {replacements.map((item, index) => (
      <Fragment key={index}>
        {index === 0 ? null : isAllOf ? " and " : " or "}
        <ItemName release={release} item={item} />
      </Fragment>
    ))}
  </>
)
