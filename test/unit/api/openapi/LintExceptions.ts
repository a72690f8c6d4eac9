/** A rule of the linters that is not kept, where, and why. Everything else must be clean. */
export interface LintException {
  readonly rule: string
  readonly where: RegExp
  readonly reason: string
}

const sent = /^(?:components\/(?:schemas|responses|headers)|paths\/.*\/responses)\//
const open = /^paths\/\/(?:health|openapi\.json|docs)\//

export const lintExceptions: ReadonlyArray<LintException> = [
  ...["string-limit", "string-restricted", "array-limit"].map((rule) => ({
    rule: `owasp:api4:2023-${rule}`,
    where: sent,
    reason: "Limits protect who reads. This is what the service sends; its texts and lists grow with the taxonomy."
  })),
  {
    rule: "owasp:api4:2023-rate-limit",
    where: new RegExp(`(?:${open.source})|/options/|/responses/(?:401|403|405|408|413|417|431)/`),
    reason: "There is no limit to tell of before a key is accepted; limits are per key (service spec, 8.1)."
  },
  {
    rule: "owasp:api4:2023-rate-limit-responses-429",
    where: new RegExp(`(?:${open.source})|/options/`),
    reason: "Limits are per key (service spec, 8.1), and here none is needed."
  },
  {
    rule: "owasp:api8:2023-define-error-responses-401",
    where: new RegExp(`(?:${open.source})|/options/`),
    reason: "No key is needed: health is open (service spec, 5.1), as are preflights and this description."
  },
  {
    rule: "owasp:api2:2023-read-restricted",
    where: open,
    reason: "Health is open (service spec, 5.1), and the description holds nothing of the taxonomy."
  },
  {
    rule: "owasp:api9:2023-inventory-environment",
    where: /^servers\//,
    reason: "The address is relative: the document does not know in which environment it is read."
  }
]
