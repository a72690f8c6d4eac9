import { Fragment, type ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { isCorrection } from "../../domain/change/Change.ts"
import { kindFacts } from "../../domain/change/Recording.ts"
import { itemUses, usesOf, type ItemUse } from "../../domain/lookup/ItemUses.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { capitalize } from "../../domain/Sentence.ts"
import { dimensionRef, formatItem, kindOf, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { isFlags, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { findTranslation, type Translatable } from "../../domain/taxonomy/Translate.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { ItemFindings } from "../draft/FindingList.tsx"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { factsOf, type Fact } from "../model/Facts.ts"
import { findTexts, itemState } from "../model/Item.ts"
import { findNotice } from "../model/Notice.ts"
import type { ShownRelease } from "../model/Release.ts"
import { Failure } from "../parts/Failure.tsx"
import { DeprecationNotice, ItemName } from "../parts/ItemName.tsx"
import { DateText, Link, ReleaseLink, showAndFocus } from "../parts/Link.tsx"
import { DefinitionText, TaxonomyText, Translations } from "../parts/TaxonomyText.tsx"
import { draft, formatRoute } from "../routing/Route.ts"
import { ChangeGroups, WaiverList } from "../time/ChangeGroups.tsx"
import { formatName, readItemSteps } from "../time/Comparison.ts"

interface ItemPageProps {
  readonly item: ItemRef
  /** Terms and descriptions of what the page says of this kind of item first. */
  readonly facts?: ComponentChildren
  /** List items with links, for the rail. */
  readonly links?: ComponentChildren
  /** The headings of a long page, for an index. */
  readonly headings?: ReadonlyArray<string>
  readonly children: ComponentChildren
}

/** The page of an item: its label, its deprecation, what it means and what else it says; its dates and links in the rail. */
export const ItemPage = ({ children, facts, headings = [], item, links }: ItemPageProps) => {
  const { taxonomy } = useRelease()
  const content = snapshotOf(taxonomy).get(item)
  const texts = findTexts(taxonomy, item)
  if (content === undefined || texts === undefined) return null
  const fields: Translatable & Readonly<Record<string, unknown>> = { ...content }
  const others = factsOf(taxonomy, item)
  return (
    <Page
      rail={
        <>
          <PageIndex headings={headings} />
          <ItemRail item={item} links={links} />
        </>
      }
    >
      <ItemCrumbs item={item} />
      <header class="item-heading">
        <h1>{texts.label === undefined ? formatItem(item) : <TaxonomyText of={texts} name="label" />}</h1>
        <p class="lead">
          <TaxonomyText of={texts} name="description" />
        </p>
        <DeprecationNotice item={item} />
        <ItemFindings item={item} />
        {texts.definition === undefined ? null : (
          <section aria-label="Definition">
            <DefinitionText item={item} />
            <DefinitionSince item={item} />
          </section>
        )}
      </header>
      {/* Where the rail is below the page, its index would be read too late. */}
      {headings.length > 0 && (
        <details class="narrow-index">
          <summary>On this page</summary>
          <PageIndex headings={headings} />
        </details>
      )}
      {(facts !== undefined || others.length > 0) && (
        <dl class="facts">
          {facts}
          {others.map((fact) => (
            <Fragment key={fact.name}>
              <dt>{fact.title}</dt>
              <dd>
                <FactText fact={fact} of={fields} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      <Translations fields={vocabulary[kindOf(item)]} translations={content.translations} />
      {children}
    </Page>
  )
}

/** Leads to the headings of a page. The address of a page cannot name them. */
const PageIndex = ({ headings }: { readonly headings: ReadonlyArray<string> }) => {
  const { route } = useExplorer()
  const show = (event: Event, text: string): void => {
    event.preventDefault()
    const heading = [...document.querySelectorAll<HTMLElement>("article h2")].find((each) => each.textContent === text)
    if (heading !== undefined) showAndFocus(heading)
  }
  return headings.length === 0 ? null : (
    <nav class="page-index" aria-label="On this page">
      <ul>
        {headings.map((text) => (
          <li key={text}>
            <a href={formatRoute(route)} onClick={(event) => show(event, text)}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ItemCrumbs = ({ item }: ItemHistoryProps) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  if (item._tag === "License") return <Breadcrumbs>{[<Link to={["licenses"]}>Licenses</Link>]}</Breadcrumbs>
  if (item._tag === "ConflictRule") return <Breadcrumbs>{[<Link to={["rules"]}>Rules</Link>]}</Breadcrumbs>
  const group = taxonomy.groups?.find(({ dimensions }) => dimensions.includes(item.dimension))
  return (
    <Breadcrumbs>
      {[
        <Link to={["dimensions"]}>Dimensions</Link>,
        ...(group === undefined ? [] : [<bdi>{findTranslation(group, "label", languages)?.text}</bdi>]),
        ...(item._tag === "Value" ? [<ItemName item={dimensionRef(item.dimension)} />] : [])
      ]}
    </Breadcrumbs>
  )
}

interface ItemRailProps extends ItemHistoryProps {
  readonly links: ComponentChildren
}

/** Since when an item exists, what changed it and when it can go, its code, and where else to go. */
const ItemRail = ({ item, links }: ItemRailProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const added = catalog.itemOf.get(formatItem(item))?.added_in
  const isNew = itemState(catalog, release, item)._tag === "New"
  const steps = useItemSteps(release, item, normative).value ?? []
  const removal = findNotice(catalog, release, item, languages, new Date().toISOString())?.removal
  return (
    <dl>
      <dt>Since</dt>
      <dd>{isNew ? "New in the draft." : added === undefined ? "Unknown." : <ReleaseLink version={added} />}</dd>
      {steps.length > 0 && (
        <>
          <dt>Meaning changed</dt>
          <dd>
            <ul>
              {steps.map(({ step }) => (
                <li key={step.release}>
                  {step.release === draft ? "In the draft" : <ReleaseLink version={step.release} />}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {removal !== undefined && (
        <>
          <dt>{removal.may_go === "removed" ? "Removed" : "Earliest removal"}</dt>
          <dd>
            <DateText date={removal.date} />
          </dd>
        </>
      )}
      <dt>Code</dt>
      <dd>
        <code>{formatItem(item)}</code>
      </dd>
      {links !== undefined && (
        <>
          <dt>More</dt>
          <dd>
            <ul>{links}</ul>
          </dd>
        </>
      )}
    </dl>
  )
}

interface FactTextProps {
  readonly fact: Fact
  readonly of: Translatable & Readonly<Record<string, unknown>>
}

const FactText = ({ fact: { citations, items, name, words }, of }: FactTextProps) => {
  if (items.length + citations.length === 0) {
    return words.length === 0 ? <TaxonomyText of={of} name={name} /> : <>{capitalize(words.join("; "))}</>
  }
  return (
    <ul class="item-list">
      {items.map((item) => (
        <li key={toItemId(item)}>
          <ItemName item={item} isShort={item._tag === "Value"} />
        </li>
      ))}
      {citations.map(({ title, url }) => (
        <li key={title}>{url === undefined ? title : <a href={url}>{title}</a>}</li>
      ))}
    </ul>
  )
}

/** The licenses that set an item, the rules that depend on it, and the items that it replaces. */
export const UsedBy = ({ item }: { readonly item: ItemRef }) => {
  const { taxonomy } = useRelease()
  const { licenses, others, replaces, rules } = findUsers(taxonomy, item)
  return (
    <section aria-label="Used by">
      <h2>Used by</h2>
      {licenses.length + rules.length + replaces.length + others.length === 0 ? (
        <p>No base license sets it, and no rule depends on it.</p>
      ) : null}
      <Uses title={formatCount(licenses.length, "base license")} uses={licenses} />
      <Uses title={formatCount(rules.length, "rule")} uses={rules} />
      <Uses title={`Replaces ${formatCount(replaces.length, "item")}`} uses={replaces} />
      <Uses title={`Named by ${formatCount(others.length, "item")}`} uses={others} />
    </section>
  )
}

/** Longer lists are closed at first. */
const maxOpen = 10

const Uses = ({ title, uses }: { readonly title: string; readonly uses: ReadonlyArray<Use> }) =>
  uses.length === 0 ? null : (
    <details open={uses.length <= maxOpen}>
      <summary>{title}</summary>
      <ul class="item-list">
        {uses.map(({ by, flag }) => (
          <li key={toItemId(by)}>
            <ItemName item={by} />
            {flag === undefined ? null : <strong> says {flag ? "yes" : "no"}</strong>}
          </li>
        ))}
      </ul>
    </details>
  )

/** The items that name an item: licenses that set it, rules that depend on it, items that it replaces, and others. */
interface Users {
  readonly licenses: ReadonlyArray<Use>
  readonly rules: ReadonlyArray<Use>
  readonly replaces: ReadonlyArray<Use>
  /** Those with a field that names it. The kinds below it are among the facts. */
  readonly others: ReadonlyArray<Use>
}

interface Use {
  readonly by: ItemRef
  /** What a license sets a member of a `flags` dimension to. */
  readonly flag: boolean | undefined
}

export const findUsers = (taxonomy: Taxonomy, item: ItemRef): Users => {
  const uses = usesOf(usesIn(taxonomy), item).filter(
    ({ kind, location }) => kind !== "field" || location.path[0] !== "broader"
  )
  const by = (kind: ItemUse["kind"]) => [
    ...new Map(
      uses
        .filter((use) => use.kind === kind)
        .map((use) => [toItemId(use.by), { by: use.by, flag: flagOf(taxonomy, use.by, item) }])
    ).values()
  ]
  return { licenses: by("config"), rules: by("condition"), replaces: by("replacement"), others: by("field") }
}

const usesIn = memoizeByIdentity(itemUses)

const flagOf = (taxonomy: Taxonomy, by: ItemRef, item: ItemRef): boolean | undefined => {
  const license = by._tag === "License" ? snapshotOf(taxonomy).license(by.license) : undefined
  if (license === undefined || item._tag !== "Value") return undefined
  const setting = settingOf(license.config, item.dimension)
  return isFlags(setting) ? setting[item.value] : undefined
}

interface ItemHistoryProps {
  readonly item: ItemRef
}

/** What the releases changed of an item, with the waivers: what is normative at first, everything on request. */
export const ItemHistory = ({ item }: ItemHistoryProps) => {
  const release = useRelease()
  const [isAll, setAll] = useState(false)
  const { problem, value } = useItemSteps(release, item, isAll ? undefined : normative)
  return (
    <section aria-label="History">
      <h2>History</h2>
      {problem !== undefined && <Failure problem={problem} />}
      {value?.length === 0 && <p>No release has changed {isAll ? "it" : "what it means"}.</p>}
      <ol class="past-releases" role="list">
        {value?.map(({ comparison, step }) => (
          <li key={step.release} class="past-release">
            <p class="past-release-name">{step.release === draft ? "Draft" : <ReleaseLink version={step.release} />}</p>
            <ChangeGroups comparison={comparison} changes={comparison.changes} />
            <WaiverList waivers={step.waivers.filter(({ subject }) => subject === formatItem(item))} />
          </li>
        ))}
      </ol>
      {!isAll && (
        <button type="button" onClick={() => setAll(true)}>
          Show changes of other texts, too
        </button>
      )}
    </section>
  )
}

/** Since when an item has its definition, and which release had another one before. */
const DefinitionSince = ({ item }: ItemHistoryProps) => {
  const release = useRelease()
  const { catalog } = useExplorer()
  const definitions = useItemSteps(release, item, normative).value?.flatMap(({ comparison, step }) => {
    const change = comparison.changes.find(({ kind }) => kind.includes("definition"))
    return change === undefined ? [] : [{ change, name: formatName(step.release) }]
  })
  if (definitions === undefined) return null
  const added = catalog.itemOf.get(formatItem(item))?.added_in
  const [last, before] = definitions
  const since = last?.name ?? added
  if (since === undefined) return null
  const from =
    last !== undefined && "before" in last.change && last.change.before !== undefined
      ? (before?.name ?? added)
      : undefined
  const how = last !== undefined && isCorrection(last.change) ? "corrected" : "changed"
  return (
    <p class="muted">
      Since {since}
      {from === undefined ? "" : `, ${how} from ${from}`}.
    </p>
  )
}

/** The kinds of change of more than texts. Few releases have such changes, and only these are read. */
const normative = Object.values(kindFacts)
  .filter(({ aspect }) => aspect === "structure" || aspect === "meaning" || aspect === "corrected")
  .map(({ kind }) => kind)

const useItemSteps = (release: ShownRelease, item: ItemRef, kinds: ReadonlyArray<string> = [""]) => {
  const { catalog, store } = useExplorer()
  return useLoaded(
    () => readItemSteps(store, catalog, release, item, new RegExp(`^(?=${kindOf(item)}-)(${kinds.join("|")})`)),
    [store, catalog, release, toItemId(item), kinds.length]
  )
}

interface PageProps {
  /** Dates and links about the page, beside its text or below it. */
  readonly rail: ComponentChildren
  readonly children: ComponentChildren
}

/** A page with a rail. */
const Page = ({ children, rail }: PageProps) => (
  <div class="page">
    <article>{children}</article>
    <aside class="rail" aria-label="About this page">
      {rail}
    </aside>
  </div>
)

/** The way to a page: the pages above it, and not itself. */
const Breadcrumbs = ({ children }: { readonly children: ReadonlyArray<ComponentChildren> }) => (
  <nav class="breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      {children.map((crumb, index) => (
        <li key={index}>{crumb}</li>
      ))}
    </ol>
  </nav>
)
