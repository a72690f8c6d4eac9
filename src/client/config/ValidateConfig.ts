import { InvalidArgument } from "../model/ClientErrors.ts"
import type { Config } from "../model/Model.generated.ts"
import { findDeprecatedUses, readConfigRelease, withDefinedMembers } from "./ConfigRelease.ts"
import type { ConfigHistory, ConfigVerdict, TypedConfigRules } from "./ConfigVerdict.ts"
import { judgeConfig } from "./JudgeConfig.ts"
import { labelsIn } from "./ReadMeaning.ts"

/**
 * Validates a license configuration as the service validates its own base licenses: shapes of settings, known values,
 * required dimensions and conflicts. The `config` of a valid result has the type of the schema's configs. Members that are
 * `undefined` are ignored. Sends nothing. A schema object is read once, so that many configs are cheap: change a copy of a
 * schema, never the schema. With `from` or `items` the problems tell of more items what replaces them. Throws
 * `InvalidArgument` for an invalid schema.
 */
export const validateConfig = <C extends object = Config>(
  schema: TypedConfigRules<C>,
  config: unknown,
  history: ConfigHistory = {}
): ConfigVerdict<C> => {
  if (typeof history !== "object" || history === null) {
    throw new InvalidArgument("history", "must be an object with from, items, or both.")
  }
  const to = readConfigRelease("schema", schema, history.items)
  const from = history.from === undefined ? to : readConfigRelease("from", history.from, history.items)
  const defined = withDefinedMembers(config)
  const { advice, problems } = judgeConfig({ from, to, labelOf: labelsIn(schema) }, defined)
  const deprecated = findDeprecatedUses(schema, to, defined)
  return problems.length === 0
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The schema of the type accepts the config
      { valid: true, config: defined as C, problems: [], deprecated, advice }
    : { valid: false, problems, deprecated, advice }
}
