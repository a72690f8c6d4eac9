import { snapshotOf } from "../../../domain/vocabulary/Snapshot.ts"
import type { View, ViewProps } from "../../views.ts"
import { DimensionList } from "./DimensionList.tsx"
import { DimensionPage } from "./DimensionPage.tsx"
import { ValuePage } from "./ValuePage.tsx"

const Dimensions = ({ release, segments }: ViewProps) => {
  const [name, code] = segments
  if (name === undefined) return <DimensionList release={release} />
  const dimension = snapshotOf(release.taxonomy).dimension(name)
  if (dimension === undefined) return null
  if (code === undefined) return <DimensionPage key={name} release={release} dimension={dimension} />
  const value = snapshotOf(release.taxonomy).value(name, code)
  return value && <ValuePage key={code} release={release} dimension={dimension} value={value} />
}

export const dimensionsView: View = {
  name: "dimensions",
  title: "Dimensions",
  isInNavigation: true,
  component: Dimensions
}
