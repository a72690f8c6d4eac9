import * as Console from "effect/Console"
import { renderChecksJson, renderChecksMarkdown, renderChecksPretty } from "../../report/CheckReference.ts"
import type { RulesInput } from "../commands/Rules.ts"

const renderers = { pretty: renderChecksPretty, json: renderChecksJson, markdown: renderChecksMarkdown } as const

/** Prints the list of checks. */
export const runRules = ({ format }: RulesInput) => Console.log(renderers[format]())
