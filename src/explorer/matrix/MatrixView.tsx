import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { Failure } from "../parts/Failure.tsx"
import type { View, ViewProps } from "../views.ts"
import { SideBySidePage } from "./compare/SideBySidePage.tsx"
import { MatrixPage } from "./MatrixPage.tsx"

/** The licenses by their dimensions; with codes of licenses in the address, those licenses side by side. */
const Matrix = ({ release, segments }: ViewProps) => {
  if (segments.length === 0) return <MatrixPage release={release} />
  const licenses = [...new Set(segments)].flatMap((code) => snapshotOf(release.taxonomy).license(code) ?? [])
  return licenses.length < 2 ? (
    <Failure problem={{ _tag: "NotFound" }} />
  ) : (
    <SideBySidePage release={release} licenses={licenses} />
  )
}

export const matrixView: View = { name: "matrix", title: "Matrix", isInNavigation: true, component: Matrix }
