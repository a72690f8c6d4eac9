import { data, Evaluator, Lexer, Parser } from "@actions/expressions"
import type { FunctionDefinition } from "@actions/expressions/funcs/info"
import { truthy } from "@actions/expressions/result"

/** What expressions can name: `github`, `steps`, `needs` and so on. */
export type Contexts = Readonly<Record<string, unknown>>

/** What became of the steps or jobs before. */
export type Status = "success" | "failure" | "cancelled"

/** A text with the expressions in it replaced, as GitHub's own library evaluates them. */
export const replaceExpressions = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, "success").coerceString()
  )

/** Whether a condition holds. One that asks for no status asks for success. */
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
