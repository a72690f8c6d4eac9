import { requestIdPattern } from "../../api/parameters/ParameterPatterns.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { invalidLocale, parseLocale, type Languages } from "../model/Localization.ts"
import type { CacheMode, CallOptions } from "./ClientOptions.ts"
import type { ClientSettings } from "./ClientSettings.ts"

/** The validated options of one call. */
export interface CallSettings {
  /** The id that the user chose. */
  readonly requestId: string | undefined
  readonly languages: Languages
  readonly mode: CacheMode
}

/** Validates the options of a call. Throws `InvalidArgument` for the first invalid one. */
export const parseCallOptions = (
  { mode, languages: defaults, sourceLanguage }: Pick<ClientSettings, "languages" | "mode" | "sourceLanguage">,
  { cache, locale, requestId }: CallOptions
): CallSettings => {
  const languages = locale === undefined ? defaults : parseLocale(locale, sourceLanguage)
  if (languages === undefined) throw invalidLocale()
  return { requestId: parseRequestId(requestId), languages, mode: parseCacheMode(cache) ?? mode }
}

/** Validates a cache mode. Plain JavaScript may pass any value. */
export const parseCacheMode = (mode: CacheMode | undefined): CacheMode | undefined => {
  if (mode === undefined || mode === "default" || mode === "no-cache" || mode === "force-cache") return mode
  throw new InvalidArgument("cache", 'must be "default", "no-cache" or "force-cache".')
}

const parseRequestId = (requestId: unknown): string | undefined => {
  if (requestId === undefined) return undefined
  if (typeof requestId === "string" && requestIdPattern.test(requestId)) return requestId
  throw new InvalidArgument("requestId", "must be 1 to 64 letters, digits, dots, underscores and hyphens.")
}
