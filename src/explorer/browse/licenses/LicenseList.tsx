import { licenseRef } from "../../../domain/taxonomy/ItemRef.ts"
import { filterItems } from "../../model/FilterItems.ts"
import type { Release } from "../../model/Release.ts"
import { ItemRow } from "../../parts/ItemRow.tsx"
import { Link } from "../../parts/Link.tsx"
import { TaxonomyText } from "../../parts/TaxonomyText.tsx"
import { TextFilter } from "../../parts/TextFilter.tsx"
import { VirtualList } from "../../parts/VirtualList.tsx"
import { useParameter } from "../../routing/useParameter.ts"

/** All base licenses of a release. */
export const LicenseList = ({ release }: { readonly release: Release }) => {
  const { licenses } = release.taxonomy
  const [text, setText] = useParameter("text")
  const shown = filterItems(licenses, text)
  return (
    <>
      <h1>Licenses</h1>
      <p>
        Base licenses are templates for common deals. <Link to={["matrix"]}>Compare them in a matrix</Link>
      </p>
      <TextFilter label="Filter" value={text} onChange={setText} shown={shown.length} total={licenses.length} />
      <VirtualList
        label="Licenses"
        rows={shown}
        keyOf={({ code }) => code}
        rowHeight={4.5}
        renderRow={(license) => (
          <ItemRow release={release} item={licenseRef(license.code)}>
            <TaxonomyText of={license} name="description" />
          </ItemRow>
        )}
      />
    </>
  )
}
