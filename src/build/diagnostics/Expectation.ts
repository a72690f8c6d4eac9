import * as SchemaAST from "effect/SchemaAST"
import type { Expectation } from "../../domain/checks/source/WrongType.ts"

/** What a schema expects, from its annotation `expected` or from its type. */
export const expectationOf = (ast: SchemaAST.AST): Expectation => {
  const description = annotatedText(ast.annotations, "expected")
  if (description !== undefined) return { type: "described", description }
  if (SchemaAST.isString(ast)) return { type: "text" }
  if (SchemaAST.isBoolean(ast)) return { type: "boolean" }
  if (SchemaAST.isArrays(ast)) return { type: "list" }
  if (SchemaAST.isObjects(ast)) {
    const demands = ast.checks?.map(({ annotations }) => expectationOfCheck(annotations)) ?? []
    return demands.find(({ type }) => type === "any-key") ?? { type: "map", required_keys: requiredKeysOf(ast) }
  }
  // A list, or another way to write it.
  if (SchemaAST.isUnion(ast) && ast.types.some(SchemaAST.isArrays)) return { type: "list" }
  const choices = (SchemaAST.isUnion(ast) ? ast.types : [ast]).flatMap((type) =>
    SchemaAST.isLiteral(type) ? [String(type.literal)] : []
  )
  return choices.length === 0 ? anyOther : { type: "choice", choices }
}

/** What a check of a schema expects. */
export const expectationOfCheck = (annotations: Annotations): Expectation => {
  const keys = annotations?.["expected_keys"]
  if (Array.isArray(keys)) return { type: "any-key", keys: keys.map(String) }
  const description = annotatedText(annotations, "expected")
  return description === undefined ? anyOther : { type: "described", description }
}

/** The annotation `hint`: what to write instead. */
export const hintOf = (annotations: Annotations): string | undefined => annotatedText(annotations, "hint")

/** What to write instead of a key that editors expect, by key in the annotation `hints`. */
export const hintOfKeys = (annotations: Annotations, keys: ReadonlyArray<string>): string | undefined => {
  const hints = annotations?.["hints"]
  if (typeof hints !== "object" || hints === null) return undefined
  return keys.map((key) => annotatedText({ ...hints }, key)).find((hint) => hint !== undefined)
}

/** The keys that a struct names. */
export const keysOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** What the keys of a record must be. */
export const expectedKey = (ast: SchemaAST.AST): string | undefined => {
  if (!SchemaAST.isObjects(ast)) return undefined
  const checks = ast.indexSignatures.flatMap(({ parameter }) => parameter.checks ?? [])
  return checks.map(({ annotations }) => annotatedText(annotations, "expected")).find((text) => text !== undefined)
}

type Annotations = { readonly [key: string]: unknown } | undefined

const anyOther: Expectation = { type: "described", description: "a valid value" }

const requiredKeysOf = (ast: SchemaAST.Objects): ReadonlyArray<string> =>
  ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type)).map(({ name }) => String(name))

const annotatedText = (annotations: Annotations, name: string): string | undefined => {
  const text = annotations?.[name]
  return typeof text === "string" ? text : undefined
}
