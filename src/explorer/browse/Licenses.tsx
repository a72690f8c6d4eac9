import { Fragment } from "preact"
import type { OpenPoint } from "../../domain/reasoning/Answer.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { conflictRuleRef, dimensionRef, type ItemRef, licenseRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License } from "../../domain/taxonomy/Taxonomy.ts"
import type { TranslatedText } from "../../domain/taxonomy/Translate.ts"
import { describeTerm, englishWords, formatStatement } from "../../domain/terms/Statements.ts"
import { groupsOf, rulesFor } from "../../domain/terms/TermSheet.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useLoaded } from "../data/useLoaded.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { findTexts } from "../model/Item.ts"
import { findRelations, type Relations } from "../model/Relations.ts"
import { JsonDetails } from "../parts/CopyButton.tsx"
import { ItemName, ItemRow } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { StatementText } from "../parts/SettingText.tsx"
import { DefinitionText, TaxonomyText } from "../parts/TaxonomyText.tsx"
import { useTextFilter } from "../parts/TextFilter.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import type { View, ViewProps } from "../views.ts"
import { ItemHistory, ItemPage } from "./ItemPage.tsx"

const Licenses = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  const [code] = segments
  if (code === undefined) return <LicenseList />
  const license = snapshotOf(taxonomy).license(code)
  return license && <LicensePage key={code} license={license} />
}

export const licensesView: View = { name: "licenses", title: "Licenses", area: "read", component: Licenses }

/** All base licenses of a release. */
const LicenseList = () => {
  const { licenses } = useRelease().taxonomy
  const { field, shown } = useTextFilter(licenses)
  return (
    <>
      <h1>Licenses</h1>
      <p class="lead">
        Base licenses are templates for common deals. <Link to={["matrix"]}>Compare them</Link>
      </p>
      {field}
      <VirtualList
        label="Licenses"
        rows={shown}
        keyOf={({ code }) => code}
        rowHeight={4.5}
        renderRow={(license) => (
          <ItemRow item={licenseRef(license.code)}>
            <TaxonomyText of={license} name="description" />
          </ItemRow>
        )}
      />
    </>
  )
}

/** A base license as a deal: what it says group by group, what it does not state, and how it relates to the others. */
const LicensePage = ({ license }: { readonly license: License }) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  const { code, config } = license
  const snapshot = snapshotOf(taxonomy)
  const isSet = (dimension: string) => settingOf(config, dimension) !== undefined
  const groups = groupsOf(snapshot, languages).flatMap(({ dimensions, label }) => {
    const terms = dimensions.filter(({ name }) => isSet(name))
    return terms.length === 0 ? [] : [{ label: label ?? otherTerms, terms }]
  })
  const unstated = snapshot.dimensionsInOrder().filter(({ name }) => !isSet(name))
  return (
    <ItemPage
      item={licenseRef(code)}
      headings={groups.length < 2 ? [] : [...groups.map(({ label }) => label.text), "Not stated", "History"]}
      links={
        <>
          <li>
            <Link to={["terms", code]}>Term sheet</Link>
          </li>
          <li>
            <Link to={["matrix"]} parameters={{ select: code }}>
              Compare with another license
            </Link>
          </li>
          <li>
            <Link to={["playground"]} parameters={{ config: JSON.stringify(config) }}>
              Try changes of its terms
            </Link>
          </li>
        </>
      }
    >
      {groups.map(({ label, terms }) => (
        <section key={label.text}>
          <h2>
            <bdi lang={label.language}>{label.text}</bdi>
          </h2>
          {terms.map((dimension) => (
            <Term key={dimension.name} dimension={dimension} config={config} />
          ))}
        </section>
      ))}
      <Unstated config={config} dimensions={unstated} />
      <RuleList config={config} />
      <RelationList license={license} />
      <ItemHistory item={licenseRef(code)} />
      <JsonDetails label="Terms as JSON" value={config} />
    </ItemPage>
  )
}

const otherTerms: TranslatedText = { text: "Terms", language: undefined }

interface TermProps {
  readonly dimension: Dimension
  readonly config: Config
}

/** What a license says of a dimension, in sentences, and the definitions of the words in them. */
const Term = ({ config, dimension }: TermProps) => {
  const snapshot = snapshotOf(useRelease().taxonomy)
  const statements = describeTerm(snapshot, config, dimension)
  const item = dimensionRef(dimension.name)
  const named = new Map([item, ...statements.flatMap(({ items }) => items)].map((each) => [toItemId(each), each]))
  const meanings = [...named.values()].filter((each) => {
    const isOwn = "dimension" in each && each.dimension === dimension.name
    // A country has no other description than its codes.
    return isOwn && (dimension.shape !== "territory" || findTexts(snapshot.taxonomy, each)?.definition !== undefined)
  })
  return (
    <div class="term">
      <h3>
        <ItemName item={item} />
      </h3>
      {statements.map((said) => (
        <p key={said.kind}>
          <StatementText said={said} />
        </p>
      ))}
      <Meanings items={meanings.slice(0, maxMeanings)} />
      {meanings.length > maxMeanings && (
        <details>
          <summary>{meanings.length - maxMeanings} more definitions</summary>
          <Meanings items={meanings.slice(maxMeanings)} />
        </details>
      )}
    </div>
  )
}

/** The definitions below a term that are read without a click. */
const maxMeanings = 8

const Meanings = ({ items }: { readonly items: ReadonlyArray<ItemRef> }) => {
  const { taxonomy } = useRelease()
  return items.length === 0 ? null : (
    <dl class="meanings">
      {items.map((item) => {
        const texts = findTexts(taxonomy, item)
        return (
          <div key={toItemId(item)}>
            <dt>
              <ItemName item={item} isShort isLink={false} />
            </dt>{" "}
            <dd>
              {texts === undefined ? null : texts.definition === undefined ? (
                <TaxonomyText of={texts} name="description" />
              ) : (
                <DefinitionText item={item} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface UnstatedProps extends Pick<TermProps, "config"> {
  readonly dimensions: ReadonlyArray<Dimension>
}

/** The dimensions that a license does not set, by what its silence means. */
const Unstated = ({ config, dimensions }: UnstatedProps) => {
  const snapshot = snapshotOf(useRelease().taxonomy)
  const bySilence = Map.groupBy(dimensions, (dimension) =>
    describeTerm(snapshot, config, dimension)
      .map((said) => formatStatement(said, englishWords, toItemId))
      .join(" ")
  )
  return dimensions.length === 0 ? null : (
    <section aria-label="Not stated">
      <h2>Not stated</h2>
      <dl class="unstated">
        {[...bySilence].map(([sentence, silent]) => (
          <div key={sentence}>
            <dt>{sentence}</dt>
            <dd>
              <ItemList items={silent.map(({ name }) => dimensionRef(name))} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const ItemList = ({ items }: { readonly items: ReadonlyArray<ItemRef> }) => (
  <ul class="value-list">
    {items.map((item) => (
      <li key={toItemId(item)}>
        <ItemName item={item} />
      </li>
    ))}
  </ul>
)

/** The rules that these terms observe, and the advice that they do not follow. */
const RuleList = ({ config }: Pick<TermProps, "config">) => {
  const { taxonomy } = useRelease()
  const rules = [...rulesFor(taxonomy, config, false), ...rulesFor(taxonomy, config, true)]
  return rules.length === 0 ? null : (
    <section aria-label="Rules">
      <h2>Rules for these terms</h2>
      <ul class="item-list">
        {rules.map((rule) => (
          <li key={rule.id}>
            {rule.advice === true && <strong>Advice that is not followed: </strong>}
            <TaxonomyText of={rule} name="description" />{" "}
            <span class="muted">
              <ItemName item={conflictRuleRef(rule.id)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a license covers, what covers it, and what it clashes with. Nothing in a release whose codes do not say so. */
const RelationList = ({ license }: { readonly license: License }) => {
  const { taxonomy } = useRelease()
  const relations = useLoaded(() => findRelations(taxonomy, license), [taxonomy, license]).value
  return relations === undefined ? null : (
    <section aria-label="Other licenses">
      <h2>Beside other licenses</h2>
      <dl class="unstated">
        {relationTexts
          .filter(
            ([kind]) => kind !== (relations.perhaps.length === 0 ? "perhaps" : "clashing") || relations[kind].length > 0
          )
          .map(([kind, title]) => (
            <div key={kind}>
              <dt>{title}</dt>
              <dd>
                {relations[kind].length === 0 ? (
                  "None."
                ) : (
                  <ul class={kind === "perhaps" ? "item-list" : "value-list"}>
                    {relations[kind].map(({ license: other, open }) => (
                      <li key={other.code}>
                        <Link to={["matrix", license.code, other.code]}>
                          <TaxonomyText of={other} name="name" />
                        </Link>
                        {open.length > 0 && <OpenText open={open} />}
                      </li>
                    ))}
                  </ul>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <p class="muted">
        A clash is between licenses of one licensor to different licensees at the same time. As far as the codes say;
        not legal advice.
      </p>
    </section>
  )
}

/** What a clash depends on, and which of the agreements settles it. */
const OpenText = ({ open }: { readonly open: ReadonlyArray<OpenPoint> }) => (
  <span class="muted">
    {[...Map.groupBy(open, ({ dimension }) => dimension)].map(([dimension, points], index) => (
      <Fragment key={dimension}>
        {index === 0 ? ": depends on " : "; "}
        <ItemName item={dimensionRef(dimension)} /> of{" "}
        {points.length > 1 ? "both" : points[0]?.of === "a" ? "this license" : "the other"}
      </Fragment>
    ))}
  </span>
)

const relationTexts: ReadonlyArray<readonly [keyof Relations, string]> = [
  ["covered", "It covers, so that all that they allow may be done under it:"],
  ["covering", "It is covered by:"],
  ["clashing", "It clashes with:"],
  ["perhaps", "It may clash with, depending on what the agreements say:"]
]
