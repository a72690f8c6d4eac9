/** Parses JSON. Returns `undefined` for anything else, as no JSON text does. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An own property of any content, which has none if it is missing. */
export const memberOf = (content: unknown, name: string): unknown =>
  typeof content === "object" && content !== null && Object.hasOwn(content, name)
    ? Reflect.get(content, name)
    : undefined
