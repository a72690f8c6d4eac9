/** The e-mail addresses of the operator. Unknown ones are left out. */
interface Contacts {
  readonly operatorEmail: string | undefined
  readonly securityEmail: string | undefined
}

/** The rules of every endpoint, in Markdown paragraphs. */
export const apiDescription = ({
  operatorEmail,
  securityEmail
}: Contacts): string => `A read-only interface to the releases of a taxonomy for licensing a person's name, image and likeness. All names and codes in the examples are invented.

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. The operator${operatorEmail === undefined ? "" : ` (${operatorEmail})`} issues and revokes keys. Use them on servers only.${securityEmail === undefined ? "" : ` Report a compromised key to ${securityEmail}.`}

**Methods.** Only GET and OPTIONS are allowed. Requests have no body. Paths are case-sensitive and have no trailing slash.

**Versions.** The path contains the version of the API: \`v1\` serves the taxonomy releases 1.x. \`?version=\` selects one of them; the default is the newest. \`X-Latest-Version\` and \`X-Upgrade-Available\` announce newer ones.

**Deprecation.** Responses that use a deprecated item have the header \`X-Deprecation-Warning\`. The item stays for at least two minor versions and six months, and the next major version may remove it. A request for a removed item gets 400 with \`X-Replaced-By\` and \`X-Replacement-Mode\`.

**Limits.** Each key has an hourly and a daily request limit. The \`X-RateLimit-*\` headers show the remaining requests; a 429 has \`Retry-After\`. Responses with 304 do not count.

**Caching.** Clients may cache data for an hour. Send its \`ETag\` in \`If-None-Match\` to revalidate it.

**Errors.** Every error has a stable code in \`X-Error-Code\`; decide by it and by the status. The body is a JSON object with \`error\` and, except for removed items, \`message\`, both for people. Report \`X-Request-ID\` to the operator.`
