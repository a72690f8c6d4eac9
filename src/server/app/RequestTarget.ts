export interface RequestTarget {
  readonly path: string
  /** Without its question mark; empty if there is none. */
  readonly query: string
}

/** Splits a request target. A proxy sends the whole URL (RFC 9112, 3.2.2); its host has no effect here. */
export const splitTarget = (target: string): RequestTarget => {
  const rest = target.replace(absoluteForm, "")
  const mark = rest.indexOf("?")
  return mark === -1 ? { path: rest, query: "" } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) }
}

/** Escapes the characters that Effect's router takes for the end of a path. In the path of an `http` URL they mean nothing. */
export const escapePath = (path: string): string => path.replaceAll(";", "%3B").replaceAll("#", "%23")

const absoluteForm = /^https?:\/\/[^/?#]+/i
