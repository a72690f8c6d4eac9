import { snapshotOf } from "../../../domain/vocabulary/Snapshot.ts"
import type { View, ViewProps } from "../../views.ts"
import { LicenseList } from "./LicenseList.tsx"
import { LicensePage } from "./LicensePage.tsx"

const Licenses = ({ release, segments }: ViewProps) => {
  const [code] = segments
  if (code === undefined) return <LicenseList release={release} />
  const license = snapshotOf(release.taxonomy).license(code)
  return license && <LicensePage key={code} release={release} license={license} />
}

export const licensesView: View = { name: "licenses", title: "Licenses", isInNavigation: true, component: Licenses }
