import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { DescribedRelease } from "./release/DescribedRelease.ts"

interface DescriptionFacts {
  /** The e-mail addresses of the operator. Unknown ones are left out. */
  readonly operatorEmail: string | undefined
  readonly securityEmail: string | undefined
  /** True if the document describes the bodies in the general envelope. */
  readonly envelope: boolean
  /** `undefined` for the document that everybody can read. */
  readonly release: DescribedRelease | undefined
}

/** The rules of every endpoint, in Markdown paragraphs. */
export const apiDescription = ({ envelope, operatorEmail, release, securityEmail }: DescriptionFacts): string =>
  `A read-only interface to the releases of a taxonomy for licensing a person's name, image and likeness.

${release === undefined ? publicScope : releaseScope(release)}

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. The operator${operatorEmail === undefined ? "" : ` (${operatorEmail})`} issues and revokes keys. Use them on servers only.${securityEmail === undefined ? "" : ` Report a compromised key to ${securityEmail}.`}

**Methods.** Only GET and OPTIONS are allowed. Requests have no body. Paths are case-sensitive and have no trailing slash.

**Browsers.** Scripts of every origin may call and read every header. OPTIONS is for CORS preflights, which browsers send by themselves: it needs no key, and every path answers it with 204 for a day. Scripts may send \`Authorization\` and \`Content-Type\`, but no other header of their own.

**Versions.** The path contains the version of the API: \`v1\` serves the taxonomy releases 1.x. \`?version=\` selects one of them; the default is the newest. The lists of all releases and of all items take no version, and are the same for every API version. \`changes\` compares any two releases, \`?from=\` and \`?to=\`. \`X-Latest-Version\` and \`X-Upgrade-Available\` announce newer ones, \`X-Latest-Compatible-Version\` the newest of the same major.

**Envelope.** ${envelope ? envelopeAlways : envelopeOnRequest}

**Deprecation.** Responses that use a deprecated item have the header \`X-Deprecation-Warning\`. The item stays for at least two minor versions and six months, and the next major version may remove it. A request for a removed item gets 400 with \`X-Replaced-By\` and \`X-Replacement-Mode\`.

**Limits.** Each key has an hourly and a daily request limit. The \`X-RateLimit-*\` headers show the remaining requests; a 429 has \`Retry-After\`. A 304 to the entity tag of a resource of a release does not count.

**Caching.** Clients may cache data for an hour. Send its \`ETag\` in \`If-None-Match\` to revalidate it.

**Errors.** Every error has a stable code in \`X-Error-Code\`; decide by it and by the status. The body is a JSON object with \`error\` and, except for removed items, \`message\`, both for people. Report \`X-Request-ID\` to the operator.`

const publicScope =
  "This document is for every release, so it names nothing of the taxonomy: all names and codes in the examples are " +
  "invented. To generate a client, get `/{api_version}/openapi.json` with your API key. That document has the dimensions " +
  "of a release as filters, and their codes as types."

const releaseScope = ({ published_at, taxonomy, version }: DescribedRelease): string =>
  `This document describes ${published_at === undefined ? "the proposed release" : "release"} ${version} of "${taxonomy.title}": its dimensions are the filters of the list of ` +
  "licenses, and all of its codes are types. Later releases of the same API version can add codes. Send " +
  `\`version=${shortName(version)}\` with each request for responses that have no others. The examples of releases, ` +
  "items and changes are invented."

const envelopeOnRequest =
  "`?envelope=true` wraps any body of the taxonomy as `{version, data, _meta: {timestamp, request_id}}`. This document " +
  "describes the bodies without it. `?envelope=true` on the address of this document gives the one for clients that " +
  "always ask for the envelope."

const envelopeAlways =
  "This document is for clients that send `envelope=true` with each request for data of the taxonomy, and then get its " +
  "body in the general envelope, without an entity tag."
