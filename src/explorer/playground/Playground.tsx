import { Fragment } from "preact"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../domain/taxonomy/ConfigValidation.ts"
import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import { conflicts, isBinding, listConditions } from "../../domain/taxonomy/Rules.ts"
import { isSetting, meetsCondition, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule, Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { groupsOf } from "../../domain/terms/TermSheet.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { termText } from "../model/Statements.ts"
import { translate } from "../model/Translate.ts"
import { ItemName } from "../parts/ItemName.tsx"
import { ConditionText } from "../parts/SettingText.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import { navigate } from "../routing/useRoute.ts"
import type { View } from "../views.ts"
import { asConfig, ConfigEditor, parseConfig } from "./ConfigEditor.tsx"
import { OtherReleases } from "./OtherReleases.tsx"
import { optionsOf, SettingField } from "./SettingField.tsx"
import { summaryOf, Verdict } from "./Verdict.tsx"

/** Composes a config, and says what the release and other releases say of it. */
const Playground = () => {
  const release = useRelease()
  const { languages, route } = useExplorer()
  const { taxonomy } = release
  const [config, setConfig] = useAddressedConfig()
  const vocabulary = useMemo(() => vocabularyOf(taxonomy.dimensions, taxonomy.rules), [taxonomy])
  const problems = useMemo(() => configProblems(vocabulary, config), [vocabulary, config])
  const settings = asConfig(config)
  const wrong = new Set(
    problems.flatMap((problem) =>
      problem._tag === "MissingDimension" ? [] : ["dimension" in problem ? problem.dimension : problem.path[0]]
    )
  )
  const { kind, text } = summaryOf(config, problems)
  return (
    <>
      <h1>Try terms</h1>
      <p class="lead">
        Compose the terms of a license, or paste them. The verdict is that of{" "}
        {release.isDraft ? "the draft" : `release ${release.version}`}.
      </p>
      <div class="playground">
        <section aria-labelledby="compose-heading">
          <h2 id="compose-heading">Settings</h2>
          <label class="template">
            Start from a base license{" "}
            <select
              value=""
              onChange={({ currentTarget }) => {
                const license = taxonomy.licenses.find(({ code }) => code === currentTarget.value)
                currentTarget.value = ""
                if (license !== undefined) setConfig(license.config)
              }}
            >
              <option value="">Choose a license</option>
              {taxonomy.licenses.map((license) => (
                <option key={license.code} value={license.code}>
                  {translate(license, "name", languages)}
                </option>
              ))}
            </select>
          </label>
          {groupsOf(snapshotOf(taxonomy), languages)
            .filter(({ dimensions }) => dimensions.length > 0)
            .map(({ dimensions, label }) => (
              <Fragment key={label?.text}>
                {label !== undefined && (
                  <h3>
                    <bdi lang={label.language}>{label.text}</bdi>
                  </h3>
                )}
                {dimensions.map((dimension) => (
                  <DimensionField
                    key={dimension.name}
                    dimension={dimension}
                    setting={settingOf(settings, dimension.name)}
                    isWrong={wrong.has(dimension.name)}
                    onChange={(setting) => setConfig(withSetting(settings, dimension.name, setting))}
                  />
                ))}
              </Fragment>
            ))}
        </section>
        <section aria-labelledby="verdict-heading">
          <h2 id="verdict-heading">Verdict</h2>
          <Verdict config={config} problems={problems} vocabulary={vocabulary} onChange={setConfig} />
          <h3>Rules</h3>
          <RuleList rules={ruleProgress(taxonomy.rules, settings)} />
          <details>
            <summary>Terms as JSON</summary>
            <ConfigEditor key={route.release} config={config} onChange={setConfig} />
          </details>
        </section>
      </div>
      {/* On a narrow screen, the verdict is far from the settings. Readers of the screen have heard it. */}
      <p class={`verdict-bar ${kind}`} aria-hidden="true">
        {text}
      </p>
      <section aria-labelledby="releases-heading">
        <h2 id="releases-heading">Other releases</h2>
        <OtherReleases config={config} from={release} />
      </section>
    </>
  )
}

/** Sets a dimension, at its place if it was set before, otherwise at the end. `undefined` unsets it. */
const withSetting = (config: Config, dimension: string, setting: Setting | undefined): Config => {
  const settings = new Map(Object.entries(config))
  if (setting === undefined) settings.delete(dimension)
  else settings.set(dimension, setting)
  return Object.fromEntries(settings)
}

/** The config of the address, which follows after a moment: browsers limit how often it changes. */
const useAddressedConfig = (): readonly [config: unknown, setConfig: (config: unknown) => void] => {
  const { route } = useExplorer()
  const { config: text } = route.parameters
  const [config, setConfig] = useState<unknown>(() => readConfig(text))
  // What the address holds of this page: it may come back later than the next change of the config.
  const written = useRef(text)
  useLayoutEffect(() => {
    const next = JSON.stringify(config)
    if (next === text || (text === undefined && next === "{}")) return
    const timer = setTimeout(() => {
      written.current = next
      navigate({ ...route, parameters: { ...route.parameters, config: next } }, "replace")
    }, addressDelay)
    return () => clearTimeout(timer)
  }, [config])
  useLayoutEffect(() => {
    if (text === written.current) return
    // A button of the browser, or a link to another config.
    written.current = text
    setConfig(readConfig(text))
  }, [text])
  return [config, setConfig]
}

/** In milliseconds. */
const addressDelay = 300

const readConfig = (text: string | undefined): unknown => {
  const parsed = parseConfig(text ?? "")
  return parsed._tag === "Config" ? parsed.config : {}
}

export const playgroundView: View = {
  name: "playground",
  title: "Try terms",
  area: "check",
  isWide: true,
  component: Playground
}

interface DimensionFieldProps {
  readonly dimension: Dimension
  readonly setting: Setting | undefined
  /** True if the config has a problem in this dimension. */
  readonly isWrong: boolean
  readonly onChange: (setting: Setting | undefined) => void
}

/** A dimension that can be opened to set it. Its heading shows the setting in words. */
const DimensionField = ({ dimension, isWrong, onChange, setting }: DimensionFieldProps) => {
  const { languages } = useExplorer()
  const snapshot = snapshotOf(useRelease().taxonomy)
  const options = useMemo(() => optionsOf(dimension, languages), [dimension, languages])
  const label = translate(dimension, "label", languages) ?? dimension.name
  return (
    <details class={isWrong ? "dimension-field wrong" : "dimension-field"}>
      <summary>
        <bdi class="dimension-label">{label}</bdi>
        <span class="item-code">
          {" "}
          <code>{dimension.name}</code>
        </span>
        <span class="option-note">{noteText(dimension.required, isWrong)}</span>
        {setting !== undefined && (
          <bdi class="setting-words">
            {/* A pasted setting may have any form. */}
            {isSetting(setting)
              ? termText(snapshot, { [dimension.name]: setting }, dimension, languages)
              : JSON.stringify(setting)}
          </bdi>
        )}
      </summary>
      <fieldset>
        <legend class="visually-hidden">{label}</legend>
        <p class="muted" dir="auto">
          {translate(dimension, "description", languages)}
        </p>
        <SettingField dimension={dimension} options={options} setting={setting} onChange={onChange} />
        {setting === undefined ? null : (
          <button type="button" onClick={() => onChange(undefined)}>
            Unset this dimension
          </button>
        )}
      </fieldset>
    </details>
  )
}

const noteText = (isRequired: boolean, isWrong: boolean): string =>
  [isRequired ? "required" : [], isWrong ? "has a problem" : []]
    .flat()
    .map((note) => ` ${note}`)
    .join(",")

/** Explains the rules that a config breaks, and those that it comes near. */
export const RuleList = ({ rules }: { readonly rules: ReturnType<typeof ruleProgress> }) => {
  if (rules.length === 0) return <p>The terms meet no condition of a rule.</p>
  return (
    <ul class="rule-progress">
      {rules.map(({ conditions, isBroken, rule }) => (
        <li key={rule.id} class={isBroken && isBinding(rule) ? "broken" : undefined}>
          <p>
            <strong>{isBroken ? (isBinding(rule) ? "Broken: " : "Advice that is not followed: ") : ""}</strong>
            <TaxonomyText of={rule} name="description" /> <ItemName item={conflictRuleRef(rule.id)} />
          </p>
          <p>{isBroken ? "All conditions are met:" : openText(openConditions({ conditions }))}</p>
          <ul>
            {conditions.map(({ condition, dimension, isMet, key }) => (
              <li key={dimension}>
                <span class="condition-state">{`${key === "require" ? "required, " : ""}${isMet ? "met" : "not met"}`}</span>{" "}
                <ConditionText dimension={dimension} condition={condition} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const openText = (open: number): string =>
  open === 1 ? "Broken if one more condition is met:" : `Broken if ${open} more conditions are met:`

/** The rules that a config breaks, then those of which it meets some conditions, the nearest first. */
export const ruleProgress = (rules: ReadonlyArray<ConflictRule>, config: Config) =>
  rules
    .map((rule) => progressOf(rule, config))
    .filter(({ conditions }) => conditions.some(({ isMet, key }) => isMet && key !== "require"))
    .toSorted((left, right) => openConditions(left) - openConditions(right))

/** How far a config is from breaking a rule: every condition is met, unless the rule requires it. */
const progressOf = (rule: ConflictRule, config: Config) => {
  const conditions = listConditions(rule).map(({ condition, dimension, key }) => {
    const setting = settingOf(config, dimension)
    return { dimension, condition, key, isMet: setting !== undefined && meetsCondition(condition, setting) }
  })
  return { rule, conditions, isBroken: conflicts(rule, config) }
}

const openConditions = ({ conditions }: Pick<ReturnType<typeof progressOf>, "conditions">): number =>
  conditions.filter(({ isMet, key }) => !isMet && key !== "require").length
