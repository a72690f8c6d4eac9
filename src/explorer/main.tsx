import { render } from "preact"
import { basePathOf, makeApiSource, makeKeyStorage } from "./data/ApiSource.ts"
import type { DataSource } from "./data/DataSource.ts"
import { makeFileSource } from "./data/FileSource.ts"
import { makeLiveSource } from "./data/LiveSource.ts"
import { makeStore } from "./data/Store.ts"
import { draftView } from "./draft/DraftPage.tsx"
import { Explorer } from "./Explorer.tsx"
import { applyDisplayChoices } from "./frame/Frame.tsx"
import { draft, formatRoute } from "./routing/Route.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/frame.css"
import "./styles/draft.css"
import "./styles/time.css"
import "./styles/playground.css"
import "./styles/parts.css"
import "./styles/browse.css"
import "./styles/matrix.css"
import "./styles/print.css"

/** What the shell says of itself, in a `meta` element. */
const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

const makeSource = (): DataSource => {
  switch (metaOf("explorer-source")) {
    case "api":
      // The shell is at `/explore` below the base path of the API.
      return makeApiSource(basePathOf(location.pathname), makeKeyStorage())
    case "live":
      return makeLiveSource()
    default:
      return makeFileSource(metaOf("explorer-draft") === "true")
  }
}

applyDisplayChoices()

const source = makeSource()
// Who starts with a draft wants to know what the check says of it.
if (location.hash === "" && source.draft !== undefined) {
  history.replaceState(null, "", formatRoute({ release: draft, segments: [draftView.name], parameters: {} }))
}

const root = document.querySelector("#app")
if (root !== null) render(<Explorer store={makeStore(source)} />, root)
