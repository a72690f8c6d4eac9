import type { ComponentType } from "preact"
import { dimensionsView } from "./browse/Dimensions.tsx"
import { licensesView } from "./browse/Licenses.tsx"
import { overviewView, removedView } from "./browse/Overview.tsx"
import { rulesView } from "./browse/Rules.tsx"
import { draftView } from "./draft/DraftPage.tsx"
import { matrixView } from "./matrix/MatrixPage.tsx"
import { playgroundView } from "./playground/Playground.tsx"
import { searchView } from "./search/SearchPage.tsx"
import { termsView } from "./terms/TermSheetPage.tsx"
import { compareView } from "./time/ComparePage.tsx"
import { releasesView } from "./time/ReleasesPage.tsx"

/** A page of the Explorer. It is registered with one line below. */
export interface View {
  /** The first segment of its addresses after the release; empty for the first page. */
  readonly name: string
  /** In the navigation, and in the title of the page. */
  readonly title: string
  readonly area: Area
  /** True for pages that are reached from others, and not from the navigation. */
  readonly isHidden?: boolean
  /** True if the view shows the draft alone, and is hidden without one. */
  readonly isOfDraft?: boolean
  /** True for pages of tables, which take all of the width. */
  readonly isWide?: boolean
  readonly component: ComponentType<ViewProps>
}

export interface ViewProps {
  /** The segments after the name of the view. */
  readonly segments: ReadonlyArray<string>
}

/** What a person comes for. */
type Area = (typeof areas)[number][0]

/** With their titles, in the order of the header. */
export const areas = [
  ["read", "Read"],
  ["compare", "Compare"],
  ["check", "Check"]
] as const

/** In the order of the navigation. */
export const views: ReadonlyArray<View> = [
  overviewView,
  licensesView,
  termsView,
  dimensionsView,
  rulesView,
  releasesView,
  removedView,
  searchView,
  matrixView,
  compareView,
  draftView,
  playgroundView
]

/** The pages of an area that its navigation lists. */
export const pagesOf = (area: Area, hasDraft: boolean): ReadonlyArray<View> =>
  views.filter(
    ({ isHidden, isOfDraft, ...view }) => view.area === area && isHidden !== true && (isOfDraft !== true || hasDraft)
  )
