import { dimensionRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { compareSettings, type ComparedStatement } from "../model/Statements.ts"
import { translate } from "../model/Translate.ts"
import { Badge, ItemName } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { useParameter } from "../routing/useRoute.ts"

interface SideBySidePageProps {
  /** At least two. */
  readonly licenses: ReadonlyArray<License>
}

/** Licenses side by side, dimension by dimension, with what differs. */
export const SideBySidePage = ({ licenses }: SideBySidePageProps) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  const [differ, setDiffer] = useParameter("differ")
  const rows = taxonomy.dimensions.map((dimension) => {
    const settings = licenses.map(({ config }) => settingOf(config, dimension.name))
    return { dimension, compared: compareSettings(settings) }
  })
  const different = rows.filter(({ compared }) => !compared.isSame)
  const shown = differ === "true" ? different : rows
  const names = licenses.map((license) => translate(license, "name", languages) ?? license.code)
  return (
    <>
      <h1>
        <bdi>{names.slice(0, -1).join(", ")}</bdi> and <bdi>{names.at(-1)}</bdi>
      </h1>
      <p>
        They differ in {different.length} of {rows.length} dimensions.{" "}
        <Link to={["matrix"]} parameters={{ select: licenses.map(({ code }) => code).join(",") }}>
          Choose from all licenses
        </Link>
      </p>
      <label>
        <input
          type="checkbox"
          checked={differ === "true"}
          onChange={({ currentTarget }) => setDiffer(currentTarget.checked ? "true" : "")}
        />{" "}
        Only dimensions that differ
      </label>
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
            {shown.map(({ compared, dimension }) => (
              <tr key={dimension.name} class={compared.isSame ? undefined : "different"}>
                <th scope="row">
                  <ItemName item={dimensionRef(dimension.name)} />
                  {compared.isSame ? <Badge>same</Badge> : <Badge kind="warning">different</Badge>}
                </th>
                {licenses.map(({ code }, index) => (
                  <td key={code}>
                    <ComparedSetting dimension={dimension.name} statements={compared.settings[index]} />
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

interface ComparedSettingProps {
  readonly dimension: string
  /** `undefined` if the license does not set the dimension. */
  readonly statements: ReadonlyArray<ComparedStatement> | undefined
}

/** What a license sets a dimension to, with what the others do not say. */
const ComparedSetting = ({ dimension, statements }: ComparedSettingProps) => {
  if (statements === undefined) return <span class="unset">not set</span>
  if (statements.length === 0) return <>nothing</>
  return (
    <ul class="statements">
      {statements.map(({ code, flag, shared }) => (
        <li key={code ?? ""}>
          {flag === undefined ? null : flag ? "Yes: " : "No: "}
          {code === undefined ? "worldwide" : <ItemName item={valueRef(dimension, code)} isShort />}
          {shared === "by-all" ? null : (
            <Badge kind="warning">{shared === "by-none" ? "only here" : "not in all"}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
