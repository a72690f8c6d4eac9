/** Of the people behind a service; whoever is not known is not named. */
interface Addresses {
  readonly operatorEmail: string | undefined
  readonly securityEmail: string | undefined
}

/** What holds for every endpoint, in Markdown of paragraphs and lists only; with whom to ask for keys, and to warn. */
export const apiDescription = ({
  operatorEmail,
  securityEmail
}: Addresses): string => `A read-only interface to the releases of a taxonomy for licensing the use of a person's name, image and likeness. All names and codes in the examples are invented.

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. Keys are issued and revoked by the operator${operatorEmail === undefined ? "" : `, ${operatorEmail}`}. Use them on servers only.${securityEmail === undefined ? "" : ` Report a compromised key to ${securityEmail}.`}

**Methods.** Only GET and OPTIONS are offered, and no body is read. Paths are case-sensitive and have no trailing slash.

**Versions.** The path names the version of the API: \`v1\` serves the taxonomy releases 1.x. \`?version=\` chooses one of them; the newest is the default. \`X-Latest-Version\` and \`X-Upgrade-Available\` tell of newer ones.

**Deprecation.** What is deprecated answers with \`X-Deprecation-Warning\`. It stays for at least two minor versions and six months, and goes with the next major version; then it is refused with 400.

**Limits.** A key has so many requests an hour and a day. The \`X-RateLimit-*\` headers say how many are left; a 429 says when to come back. An answer of 304 does not count.

**Caching.** Data may be kept for an hour. Send its \`ETag\` in \`If-None-Match\` to learn whether it is still current.

**Errors.** Every error is a JSON object with \`error\` and, but for a removed code, \`message\`. \`X-Request-ID\` is what to report.`
