import type { ComponentChildren } from "preact"
import type { DataProblem } from "../data/DataSource.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { translate } from "../model/Translate.ts"
import { Link } from "../parts/Link.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { draft, latest } from "../routing/Route.ts"
import { SearchField } from "../search/SearchField.tsx"
import type { View } from "../views.ts"
import { ColorSelect } from "./ColorSelect.tsx"
import { CopyLink } from "./CopyLink.tsx"
import { LanguageSelect } from "./LanguageSelect.tsx"
import { Navigation } from "./Navigation.tsx"
import { ReleaseNotice } from "./ReleaseNotice.tsx"
import { ReleaseSelect } from "./ReleaseSelect.tsx"
import { StaleNotice } from "./StaleNotice.tsx"
import { useArrival } from "./useArrival.ts"

interface FrameProps {
  readonly view: View | undefined
  /** The release of the address, or while it is read the one before. */
  readonly release: Release | undefined
  /** Why the page shows data of an earlier time, if it does. */
  readonly staleness: DataProblem | undefined
  readonly children: ComponentChildren
}

/** The header with the navigation, and the page below it. */
export const Frame = ({ children, release, staleness, view }: FrameProps) => {
  const { catalog, languages, route, store } = useExplorer()
  const title = release === undefined ? "Taxonomy Explorer" : translate(release.taxonomy, "title", languages)
  // The release that `latest` means; the working tree before the first release.
  const newest = catalog.latest?.release ?? (store.draft === undefined ? undefined : draft)
  const shown = route.release === latest ? newest : route.release
  const entry = shown === undefined ? undefined : catalog.releaseOf.get(shown)
  useArrival(route, title ?? "")
  return (
    <>
      <a class="skip-link" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header class="frame-header">
        <div class="frame-bar">
          <Link to={[]} class="frame-title">
            {release === undefined ? title : <TaxonomyText of={release.taxonomy} name="title" />}
          </Link>
          <ReleaseSelect shown={shown} />
          <CopyLink release={shown ?? route.release} />
          <SearchField release={release} />
        </div>
        <Navigation view={view}>
          {release !== undefined && <LanguageSelect release={release} />}
          <ColorSelect />
          {store.keySession !== undefined && (
            <button type="button" onClick={store.keySession.signOut}>
              Sign out
            </button>
          )}
        </Navigation>
        <StaleNotice problem={staleness} />
        {entry !== undefined && <ReleaseNotice entry={entry} />}
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** The hash of the address is the route, so the link must not change it. */
const focusMain = (event: Event): void => {
  event.preventDefault()
  document.querySelector("main")?.focus()
}
