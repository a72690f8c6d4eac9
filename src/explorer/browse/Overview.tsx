import { formatCount } from "../../report/text/PlainText.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { DateText } from "../parts/DateText.tsx"
import { Link } from "../parts/Link.tsx"
import { ReleaseLink } from "../parts/ReleaseLink.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { Translations } from "../parts/Translations.tsx"
import type { View, ViewProps } from "../views.ts"
import { DeprecatedItems } from "./DeprecatedItems.tsx"

const Overview = ({ release }: ViewProps) => {
  const { taxonomy } = release
  return (
    <>
      <h1>
        <TaxonomyText of={taxonomy} name="title" />
      </h1>
      <p class="lead">
        <TaxonomyText of={taxonomy} name="description" />
      </p>
      <Contents release={release} />
      <ReleaseFacts release={release} />
      <Translations translations={taxonomy.translations} />
      <DeprecatedItems release={release} />
    </>
  )
}

export const overviewView: View = { name: "", title: "Overview", isInNavigation: true, component: Overview }

/** How much there is of each kind, with links. */
const Contents = ({ release: { taxonomy } }: { readonly release: Release }) => {
  const { catalog } = useExplorer()
  const values = taxonomy.dimensions.reduce((count, dimension) => count + dimension.values.length, 0)
  const removed = catalog.items.filter(({ removed_in }) => removed_in !== undefined).length
  const entries = [
    {
      view: "dimensions",
      count: taxonomy.dimensions.length,
      noun: "dimension",
      note: `with ${formatCount(values, "value")}`
    },
    { view: "licenses", count: taxonomy.licenses.length, noun: "base license", note: "templates for common deals" },
    { view: "rules", count: taxonomy.rules.length, noun: "rule", note: "what cannot be combined" },
    { view: "removed", count: removed, noun: "removed item", note: "of all releases, and what to use instead" }
  ]
  return (
    <ul class="contents" aria-label="Contents">
      {entries.map(({ count, note, noun, view }) => (
        <li key={view}>
          <Link to={[view]}>{formatCount(count, noun)}</Link> <span>{note}</span>
        </li>
      ))}
    </ul>
  )
}

const ReleaseFacts = ({ release }: { readonly release: Release }) => {
  const { catalog } = useExplorer()
  const { isDraft, publishedAt, taxonomy, version } = release
  const entry = isDraft ? undefined : catalog.releaseOf.get(version)
  const changes = Object.values(entry?.changes ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <dl class="facts">
      <dt>{isDraft ? "Declared version" : "Release"}</dt>
      <dd>
        {version}
        {entry?.bump == null ? null : ` (a ${entry.bump} release)`}
      </dd>
      <dt>{isDraft ? "Checked" : "Published"}</dt>
      <dd>
        <DateText date={publishedAt} />
      </dd>
      <dt>Changes</dt>
      <dd>
        {isDraft ? (
          <Link to={["compare"]}>Compare with its base</Link>
        ) : entry?.base == null ? (
          <>
            <Link to={["compare"]}>Everything is new</Link>: it is the first release.
          </>
        ) : (
          <>
            <Link to={["compare", `v${entry.base}`]}>{formatCount(changes, "change")}</Link> since{" "}
            <ReleaseLink version={entry.base} />
          </>
        )}
      </dd>
      <dt>Namespace</dt>
      <dd>
        <code>{taxonomy.namespace}</code>
      </dd>
    </dl>
  )
}
