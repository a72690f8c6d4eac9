import { Fragment } from "preact"
import { describeCovers } from "../../client/config/DescribeAnswer.ts"
import type { Reason } from "../../domain/reasoning/Answer.ts"
import { clash } from "../../domain/reasoning/Clash.ts"
import type { CompiledConfig } from "../../domain/reasoning/CompileConfig.ts"
import { covers } from "../../domain/reasoning/Covers.ts"
import { explainCovers } from "../../domain/reasoning/ExplainCovers.ts"
import { codeOf, dimensionRef, type ItemRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { describeTerm } from "../../domain/terms/Statements.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { labelOf } from "../model/Item.ts"
import { compiledLicenses } from "../model/Relations.ts"
import { compareTerms } from "../model/Statements.ts"
import { translate } from "../model/Translate.ts"
import { Badge, ItemName } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { ItemNames, StatementText } from "../parts/SettingText.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { useParameter } from "../routing/useRoute.ts"

interface SideBySidePageProps {
  /** At least two. */
  readonly licenses: ReadonlyArray<License>
}

/** Licenses in sentences, and side by side dimension by dimension, with what differs. */
export const SideBySidePage = ({ licenses }: SideBySidePageProps) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  const [differ, setDiffer] = useParameter("differ")
  const rows = snapshotOf(taxonomy)
    .dimensionsInOrder()
    .map((dimension) => {
      const terms = licenses.map(({ config }) => describeTerm(snapshotOf(taxonomy), config, dimension))
      return { dimension, terms, compared: compareTerms(terms) }
    })
  const different = rows.filter(({ compared }) => !compared.isSame)
  const shown = differ === "true" ? different : rows
  const sides = licenses.flatMap((license) => {
    const compiled = compiledLicenses(taxonomy).get(license)
    return compiled === undefined ? [] : [{ name: translate(license, "name", languages) ?? license.code, compiled }]
  })
  const pairs = sides.flatMap((a, index) => sides.slice(index + 1).map((b) => [a, b] as const))
  const names = licenses.map((license) => translate(license, "name", languages) ?? license.code)
  return (
    <>
      <h1>
        <bdi>{names.slice(0, -1).join(", ")}</bdi> and <bdi>{names.at(-1)}</bdi>
      </h1>
      <p class="lead">
        They differ in {different.length} of {rows.length} dimensions. First comes what one of them allows, reserves or
        asks for and another does not; below, all terms stand side by side.{" "}
        <Link to={["matrix"]} parameters={{ select: licenses.map(({ code }) => code).join(",") }}>
          Choose from all licenses
        </Link>
      </p>
      {pairs.map(([a, b]) => (
        <Differences key={`${a.name} ${b.name}`} a={a} b={b} />
      ))}
      {pairs.length > 0 && (
        <section aria-labelledby="covers">
          <h2 id="covers">Covered and clashing</h2>
          <p>Two licenses are compared as those of one licensor to different licensees at the same time.</p>
          <PairTable sides={sides} />
          {pairs.map(([a, b]) => (
            <PairText key={`${a.name} ${b.name}`} a={a} b={b} />
          ))}
          <p class="muted">As far as the codes say; not legal advice.</p>
        </section>
      )}
      <h2>Term by term</h2>
      <p>
        <label>
          <input
            type="checkbox"
            checked={differ === "true"}
            onChange={({ currentTarget }) => setDiffer(currentTarget.checked ? "true" : "")}
          />{" "}
          Only dimensions that differ
        </label>
      </p>
      <div class="matrix side-by-side" role="region" aria-label="Licenses side by side" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              {licenses.map(({ code }) => (
                <th key={code} scope="col">
                  <ItemName item={licenseRef(code)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Description</th>
              {licenses.map((license) => (
                <td key={license.code}>
                  <TaxonomyText of={license} name="description" />
                </td>
              ))}
            </tr>
            {shown.map(({ compared, dimension, terms }) => (
              <tr key={dimension.name} class={compared.isSame ? undefined : "different"}>
                <th scope="row">
                  <ItemName item={dimensionRef(dimension.name)} />
                  {compared.isSame ? <Badge>same</Badge> : <Badge kind="warning">different</Badge>}
                </th>
                {terms.map((statements, index) => (
                  <td key={index}>
                    {statements.map((said) => (
                      <p key={said.kind}>
                        <StatementText
                          said={said}
                          noteOf={(item) => <ShareBadge count={compared.countOf(said, item)} total={terms.length} />}
                        />
                      </p>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface Side {
  readonly name: string
  readonly compiled: CompiledConfig
}

interface PairProps {
  readonly a: Side
  readonly b: Side
}

/** What one license allows, reserves, limits or asks for and the other does not, in the order of the deal. */
const Differences = ({ a, b }: PairProps) => {
  const { taxonomy } = useRelease()
  // What a lacks to cover b is what b has and a has not.
  const found = [
    ...explainCovers(a.compiled, b.compiled).reasons.map((reason) => toDifference(reason, a, b)),
    ...explainCovers(b.compiled, a.compiled).reasons.map((reason) => toDifference(reason, b, a))
  ]
  return found.length === 0 ? null : (
    <section aria-label={`${a.name} and ${b.name} in sentences`}>
      <dl class="facts">
        {snapshotOf(taxonomy)
          .dimensionsInOrder()
          .map(({ name, shape }) => {
            const said = found.filter(({ reason }) => reason.dimension === name)
            return (
              said.length > 0 && (
                <Fragment key={name}>
                  <dt>
                    <ItemName item={dimensionRef(name)} />
                  </dt>
                  <dd>
                    {said.map(({ has, lacks, reason: { codes, everything, kind } }) => (
                      <p key={`${kind} ${has}`}>
                        <strong dir="auto">{has}</strong> {verbs[kind]}{" "}
                        {everything === true ? (
                          shape === "territory" ? (
                            "the whole world"
                          ) : (
                            "everything"
                          )
                        ) : codes.length === 0 ? (
                          "something"
                        ) : (
                          <ItemNames items={codes.map((code) => valueRef(name, code))} />
                        )}
                        , <bdi>{lacks}</bdi> {kind === "limit" ? "is" : "does"} not.
                      </p>
                    ))}
                  </dd>
                </Fragment>
              )
            )
          })}
      </dl>
    </section>
  )
}

const verbs: { readonly [Kind in Reason["kind"]]: string } = {
  scope: "covers",
  permission: "allows",
  exclusivity: "reserves",
  limit: "is limited to",
  duty: "asks for"
}

/** Limits and duties are those of the license that would cover. */
const toDifference = (reason: Reason, covering: Side, covered: Side) => {
  const isOfCovering = reason.kind === "limit" || reason.kind === "duty"
  const [has, lacks] = isOfCovering ? [covering, covered] : [covered, covering]
  return { reason, has: has.name, lacks: lacks.name }
}

/** For each two licenses, whether the one of the row covers that of the column, and whether they clash. */
const PairTable = ({ sides }: { readonly sides: ReadonlyArray<Side> }) => (
  <div class="scroll" role="region" aria-label="Covered and clashing" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">License</th>
          {sides.map(({ name }) => (
            <th key={name} scope="col">
              and <bdi>{name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sides.map((a) => (
          <tr key={a.name}>
            <th scope="row">
              <bdi>{a.name}</bdi>
            </th>
            {sides.map((b) => (
              <td key={b.name}>
                {a === b ? (
                  "–"
                ) : (
                  <>
                    {coverWords[covers(a.compiled, b.compiled)]}
                    <br />
                    {clashWords[clash(a.compiled, b.compiled)]}
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const coverWords = { yes: "covers it", no: "does not cover it", unknown: "may cover it" } as const
const clashWords = {
  clash: "clashes with it",
  none: "no clash",
  unknown: "may clash with it, as the agreements say"
} as const

/** Why two licenses cover each other, or do not. */
const PairText = ({ a, b }: PairProps) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const context = {
    snapshot: snapshotOf(release.taxonomy),
    nameOf: (item: ItemRef) => labelOf(catalog, release, item, languages)?.text ?? codeOf(item),
    release: release.version
  }
  const coversText = (of: Side, other: Side) =>
    // The last line is the same for all.
    describeCovers(of.name, other.name, explainCovers(of.compiled, other.compiled), {
      ...context,
      before: of.compiled.config
    }).slice(0, -1)
  return (
    <>
      {[coversText(a, b), coversText(b, a)].map(([verdict = "", ...lines]) => (
        <details key={verdict}>
          <summary>{verdict}</summary>
          {lines.map((line) => (
            <p key={line} class={line.startsWith(" ") ? "indented" : undefined}>
              {line.trim()}
            </p>
          ))}
        </details>
      ))}
    </>
  )
}

/** Marks what not all of the licenses say. */
const ShareBadge = ({ count, total }: { readonly count: number; readonly total: number }) =>
  count === total ? null : <Badge kind="warning">{count === 1 ? "only here" : "not in all"}</Badge>
