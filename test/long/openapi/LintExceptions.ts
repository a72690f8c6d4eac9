/** A linter rule that the document violates, where, and why. */
export interface LintException {
  readonly rule: string
  readonly where: RegExp
  readonly reason: string
}

const sent = /^(?:components\/(?:schemas|responses|headers)|paths\/.*\/responses|webhooks\/.*\/requestBody)\//
const open = /^paths\/\/(?:health|checkpoint|openapi\.json|docs)\//

export const lintExceptions: ReadonlyArray<LintException> = [
  ...["string-limit", "string-restricted", "array-limit"].map((rule) => ({
    rule: `owasp:api4:2023-${rule}`,
    where: sent,
    reason: "Limits protect a reader of input. The service sends these texts and lists, which grow with the taxonomy."
  })),
  {
    rule: "owasp:api4:2023-string-restricted",
    where:
      /^(?:components|paths\/.*\/(?:covers|migrate|permits|search|validate)\/get)\/parameters\/(?:config|q|use|\d)\/schema$/,
    reason: "A config is JSON, and words to search for are any text. Their length is limited."
  },
  {
    rule: "owasp:api4:2023-string-limit",
    where: /^(?:components|paths\/\/{api_version}\/.*\/get)\/parameters\/(?:as_of|\d)\/schema$/,
    reason: "The pattern of a day has ten characters. The rule reads no patterns."
  },
  {
    rule: "owasp:api4:2023-rate-limit",
    where: /^paths\/\/{api_version}\/.*\/responses\/(?:200|400|404|412|429)\/headers$/,
    reason:
      "The rule accepts one set of headers. The service sends that of its specification (8.2) and the standard one."
  },
  {
    rule: "owasp:api4:2023-rate-limit",
    where: new RegExp(`(?:${open.source})|/responses/(?:401|403|405|408|414|431)/`),
    reason: "Limits are per key (service spec, 8.1), so no limit applies before a key is accepted."
  },
  {
    rule: "owasp:api4:2023-rate-limit-responses-429",
    where: open,
    reason: "Limits are per key (service spec, 8.1), and these endpoints require none."
  },
  {
    rule: "owasp:api8:2023-define-error-responses-401",
    where: open,
    reason: "Health (service spec, 5.1), the checkpoint and this document require no key."
  },
  {
    rule: "owasp:api2:2023-read-restricted",
    where: open,
    reason:
      "Health is open (service spec, 5.1), and neither the checkpoint nor this document contains anything of the taxonomy."
  },
  {
    rule: "owasp:api9:2023-inventory-environment",
    where: /^servers\//,
    reason: "The address is relative, so it fits every environment."
  }
]
