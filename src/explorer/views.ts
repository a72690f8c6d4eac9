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
  /** True for pages that are reached from others, and not from the navigation. */
  readonly isHidden?: boolean
  /** True if the view shows the working tree alone, and is hidden without one. */
  readonly isOfDraft?: boolean
  readonly component: ComponentType<ViewProps>
}

export interface ViewProps {
  /** The segments after the name of the view. */
  readonly segments: ReadonlyArray<string>
}

/** In the order of the navigation. */
export const views: ReadonlyArray<View> = [
  draftView,
  overviewView,
  dimensionsView,
  licensesView,
  termsView,
  rulesView,
  matrixView,
  removedView,
  releasesView,
  compareView,
  playgroundView,
  searchView
]
