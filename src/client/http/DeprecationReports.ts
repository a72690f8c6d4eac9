import { makeNotices } from "../model/DeprecationNotices.ts"
import type { NoticedItem } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { Resource } from "./Resources.ts"
import { deprecationHeadersOf, requestIdOf } from "./ResponseHeaders.ts"

/** Reports the deprecations of a response. `body` is `undefined` for an error. */
export type ReportDeprecations = <Body>(resource: Resource<Body>, headers: Headers, body: Body | undefined) => void

/**
 * Passes each distinct warning to `onDeprecation`. What a warning says as a text, the list of all items says as data: a
 * body knows the deprecations of its own release, as of its publication, and a license not those of the values that it
 * uses. So the list is read for a new warning, and the notice follows when it is there.
 */
export const makeDeprecationReports = (
  settings: ClientSettings,
  readDeprecations: () => Promise<ReadonlyArray<NoticedItem>>
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
    void readDeprecations().then(
      (all) => {
        const found = all.filter(({ item }) => used.has(item))
        const known = new Set(found.map(({ item }) => item))
        settings.onDeprecation({ ...notice, items: [...found, ...own.filter(({ item }) => !known.has(item))] })
      },
      () => settings.onDeprecation(notice)
    )
  }
}

/** True if no later release can deprecate more, or have removed anything. */
const isOfNewest = (headers: Headers): boolean => headers.get("x-taxonomy-version") === headers.get("x-latest-version")
