/**
 * What a later request can be conditional on (RFC 9110, section 8.8). Not the time of the last change: an image or an
 * archive may give every file the same, and a mirror would see no new release.
 */
export interface Validators {
  /** An entity tag as the server sent it, strong or weak. */
  readonly etag?: string
}

type Headers = Readonly<Record<string, string | undefined>>

/** The validators of a response. */
export const validatorsOf = ({ etag }: Headers): Validators =>
  etag !== undefined && entityTag.test(etag) ? { etag } : {}

/** The headers with which a server answers 304 if nothing has changed. */
export const conditionOf = ({ etag }: Validators): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { "if-none-match": etag }

/** The entity tag if it is strong: only then do equal tags mean equal bytes, of which parts fit each other. */
export const strongEtagOf = ({ etag }: Validators): string | undefined => (etag?.startsWith("W/") ? undefined : etag)

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,120}"$/
