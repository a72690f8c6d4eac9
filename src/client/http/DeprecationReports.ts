import { makeNotices } from "../model/DeprecationNotices.ts"
import type { DeprecatedItem } from "../model/SchemaModel.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { Resource } from "./Resources.ts"
import { deprecationHeadersOf, requestIdOf } from "./ResponseHeaders.ts"

/** Reports the deprecations of a response. `body` is `undefined` for an error. */
export type ReportDeprecations = <Body>(resource: Resource<Body>, headers: Headers, body: Body | undefined) => void

/**
 * Passes each distinct warning to `onDeprecation`. What a warning says as a text, the newest schema of the major says as
 * data: a body knows the deprecations of its own release, and a license not those of the values that it uses. So the
 * schema is read for a new warning, and the notice follows when it is there.
 */
export const makeDeprecationReports = (
  settings: ClientSettings,
  newestDeprecations: () => Promise<ReadonlyArray<DeprecatedItem>>
): ReportDeprecations => {
  const toNotice = makeNotices()
  return (resource, headers, body) => {
    const own = body === undefined ? [] : resource.deprecatedIn(body)
    const deprecation = deprecationHeadersOf(headers, settings.mask)
    const requestId = requestIdOf(headers, settings.mask)
    const notice = toNotice(deprecation, own, { requestId, url: resource.url })
    if (notice === undefined) return
    const isComplete = deprecation.warning === undefined || (resource.describesItems && isOfNewest(headers))
    const isRead = settings.hasDeprecationCallback && !settings.isRequestScoped
    const canComplete = body !== undefined && headers.has("x-taxonomy-version") && isRead
    if (isComplete || !canComplete) return settings.onDeprecation(notice)
    const used = new Set(resource.usedIn(body))
    const known = new Set(own.map(({ item }) => item))
    void newestDeprecations().then(
      (newest) => {
        const others = newest.filter(({ item }) => used.has(item) && !known.has(item))
        settings.onDeprecation({ ...notice, items: [...own, ...others] })
      },
      () => settings.onDeprecation(notice)
    )
  }
}

/** True if no later release of the major can deprecate more. */
const isOfNewest = (headers: Headers): boolean =>
  headers.get("x-taxonomy-version") === headers.get("x-latest-compatible-version")
