import { data, Evaluator, Lexer, Parser } from "@actions/expressions"
import type { FunctionDefinition } from "@actions/expressions/funcs/info"
import { truthy } from "@actions/expressions/result"

/** The contexts of expressions: `github`, `steps`, `needs` and so on. */
export type Contexts = Readonly<Record<string, unknown>>

/** The status of the previous steps or jobs. */
export type Status = "success" | "failure" | "cancelled"

/** Evaluates the expressions in a text with GitHub's library. */
export const replaceExpressions = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, "success").coerceString()
  )

/** Evaluates a condition. A condition without a status function requires success. */
export const holds = (condition: string | undefined, contexts: Contexts, status: Status): boolean => {
  const expression = condition?.trim().replace(/^\$\{\{(.*)\}\}$/s, "$1") ?? "success()"
  const complete = /\b(?:success|failure|cancelled|always)\(/.test(expression)
    ? expression
    : `success() && (${expression})`
  return truthy(evaluate(complete, contexts, status))
}

const evaluate = (expression: string, contexts: Contexts, status: Status): data.ExpressionData => {
  const functions = new Map<string, FunctionDefinition>(
    [
      ["success", status === "success"] as const,
      ["failure", status === "failure"] as const,
      ["cancelled", status === "cancelled"] as const,
      ["always", true] as const
    ].map(([name, value]) => [name, { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }])
  )
  const parsed = new Parser(new Lexer(expression.trim()).lex().tokens, Object.keys(contexts), [
    ...functions.values()
  ]).parse()
  return new Evaluator(parsed, dataOf(contexts), functions).evaluate()
}

const dataOf = (contexts: Contexts): data.Dictionary =>
  new data.Dictionary(...Object.entries(contexts).map(([key, value]) => ({ key, value: valueOf(value) })))

const valueOf = (value: unknown): data.ExpressionData => JSON.parse(JSON.stringify(value), data.reviver)
