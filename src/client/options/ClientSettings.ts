// @effect-diagnostics globalDate:off
import { apiVersionPattern, requestIdPattern, versionSelectorPattern } from "../../api/parameters/ParameterPatterns.ts"
import type { Store } from "../cache/Store.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { describeError } from "../model/DescribeError.ts"
import { parseLanguageTag, parseLocale, type LanguageTags } from "../model/Localization.ts"
import type { CacheMode, CallOptions, ClientOptions, DeprecationNotice, Fetch } from "./ClientOptions.ts"

/** The validated options of a client, with their defaults. */
export type ClientSettings = ReturnType<typeof parseOptions>

/** Validates the options of a client. Throws `InvalidArgument` for the first invalid one. Repeats no warning. */
export const parseOptions = (options: ClientOptions, isNew: (warning: string) => boolean = () => true) => {
  if (typeof options !== "object" || options === null) throw new InvalidArgument("options", "must be an object.")
  const browser = isBrowser(globalThis)
  if (browser && options.dangerouslyAllowBrowser !== true) {
    throw new InvalidArgument(
      "dangerouslyAllowBrowser",
      "the client does not start in a browser, where every visitor can read the API key. Call the service from a " +
        "server, or set dangerouslyAllowBrowser to true if you accept that."
    )
  }
  // A failure of `warn` has nowhere to go.
  const passWarning = guardCallback(checkFunction("warn", options.warn) ?? warnOnConsole, () => {})
  const onDeprecation = checkFunction("onDeprecation", options.onDeprecation)
  const onStale = checkFunction("onStale", options.onStale)
  const baseUrl = parseBaseUrl(options.baseUrl ?? readEnvironment("TAXONOMY_URL"))
  const apiKey = parseApiKey(options.apiKey ?? readEnvironment("TAXONOMY_API_KEY"))
  const mask = makeMask(apiKey)
  const warn = (message: string): void => passWarning(mask(message))
  const warnOnce = (message: string): void => {
    if (isNew(message)) warn(message)
  }
  const sourceLanguage = parseSourceLanguage(options.sourceLanguage ?? "en")
  const settings = {
    // An empty query or fragment would swallow the path of the resource.
    /** Without a trailing slash. */
    baseUrl: `${baseUrl.origin}${baseUrl.pathname}`.replace(/\/+$/, ""),
    /** Only closures hold the settings, so that nothing shows it. */
    apiKey,
    /** Replaces the API key in a text that came from outside. */
    mask,
    ...parseVersion(options.version ?? "v1"),
    sourceLanguage,
    languages: parseLanguages(options.locale ?? [], sourceLanguage),
    timeout: parseInteger("timeout", options.timeout ?? 30_000, 1),
    retries: parseInteger("retries", options.retries ?? 3, 0),
    retryDelay: parseInteger("retryDelay", options.retryDelay ?? 1000, 0),
    maxRetryDelay: parseInteger("maxRetryDelay", options.maxRetryDelay ?? 30_000, 0),
    mode: parseCacheMode(options.cache) ?? "default",
    store: parseStore(options.store),
    staleIfError: parseStaleIfError(options.staleIfError ?? false),
    onStale: onStale === undefined ? () => {} : guardCallback(onStale, (problem) => warn(`onStale failed: ${problem}`)),
    now: checkFunction("now", options.now) ?? Date.now,
    maxBodyBytes: parseInteger("maxBodyBytes", options.maxBodyBytes ?? 64 * 1024 * 1024, 1),
    rememberBytes: parseInteger("rememberBytes", options.rememberBytes ?? 16 * 1024 * 1024, 0),
    onDeprecation:
      onDeprecation === undefined
        ? ({ text }: DeprecationNotice) => warn(`Deprecation: ${text}`)
        : guardCallback(onDeprecation, (problem) => warn(`onDeprecation failed: ${problem}`)),
    headers: parseHeaders(options.headers),
    /** Masks the API key. */
    warn,
    /** Warns, unless the same was said before. */
    warnOnce,
    fetch: parseFetch(checkFunction("fetch", options.fetch)),
    /** True in a browser, which preflights additional headers and has a cache of its own. */
    browser,
    /** True if parallel requests of the program must not wait for each other. */
    isRequestScoped: hasRequestScope(globalThis)
  }
  if (settings.version === "latest") {
    warnOnce(
      'version "latest" is not advised in production, since it changes with each release. ' +
        "Name the release that you have tested, such as v1.0."
    )
  }
  if (baseUrl.protocol === "http:" && !isLoopback(baseUrl.hostname)) {
    warnOnce(`baseUrl is ${settings.baseUrl}, so the API key is sent unencrypted. Use https.`)
  }
  return settings
}

/** A variable of the environment; absent in browsers, without permission in Deno, and if it is empty. */
const readEnvironment = (name: string): string | undefined => {
  try {
    const { process }: { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } } =
      globalThis
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}

const parseBaseUrl = (baseUrl: unknown): URL => {
  if (baseUrl === undefined) throw new InvalidArgument("baseUrl", "is missing. Set the option or TAXONOMY_URL.")
  const text = baseUrl instanceof URL ? baseUrl.href : baseUrl
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgument(
      "baseUrl",
      "must be an http or https address, such as https://licensing.example/api/taxonomy."
    )
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidArgument("baseUrl", "must not contain a user, a password, a query or a fragment.")
  }
  return url
}

/** True if the host is this machine. */
const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

// No message contains the value. `fetch` would show it in its error about an invalid header.
const parseApiKey = (apiKey: unknown): string => {
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  if (apiKey === undefined) throw new InvalidArgument("apiKey", "is missing. Set the option or TAXONOMY_API_KEY.")
  // The usual cause of an empty key is an unset environment variable.
  if (apiKey === "") throw new InvalidArgument("apiKey", "is empty. Check the environment variable that holds it.")
  throw new InvalidArgument("apiKey", "must be an API key: visible ASCII characters, without spaces or line breaks.")
}

/** A key has 32 characters and a prefix (service spec, 5.2). A shorter text could be part of ordinary words. */
const makeMask = (apiKey: string) =>
  apiKey.length < minMaskedLength ? (text: string) => text : (text: string) => text.replaceAll(apiKey, "<API key>")

const minMaskedLength = 16

/** The value of `?version=`, and the segment of the path. */
const parseVersion = (version: unknown) => {
  if (typeof version !== "string" || version.length > maxVersionLength || !versionSelectorPattern.test(version)) {
    throw new InvalidArgument("version", 'must be "latest" or a version such as v1, v1.0 or v1.0.0.')
  }
  const apiVersion = version === "latest" ? "v1" : `v${version.replace(/^v/, "").split(".")[0]}`
  if (apiVersionPattern.test(apiVersion)) return { version, apiVersion }
  throw new InvalidArgument("version", "must be v1 or later.")
}

const maxVersionLength = 32

const parseSourceLanguage = (sourceLanguage: unknown): string => {
  const tag = parseLanguageTag(sourceLanguage)
  if (tag === undefined) throw new InvalidArgument("sourceLanguage", 'must be a language tag such as "en" or "pt-BR".')
  return tag
}

const parseLanguages = (locale: unknown, sourceLanguage: string): LanguageTags => {
  const languages = parseLocale(locale, sourceLanguage)
  if (languages !== undefined) return languages
  throw new InvalidArgument("locale", 'must be a language tag such as "fr" or "pt-BR", or a list of language tags.')
}

const parseInteger = (name: string, value: number, min: number): number => {
  if (Number.isSafeInteger(value) && value >= min && value <= maxTimerMillis) return value
  throw new InvalidArgument(name, `must be a whole number from ${min} to ${maxTimerMillis}.`)
}

const parseStaleIfError = (value: number | boolean): number | boolean => {
  if (typeof value === "boolean" || (typeof value === "number" && value >= 0)) return value
  throw new InvalidArgument("staleIfError", "must be true, false, or a number of seconds.")
}

// Plain JavaScript may pass any value.
const parseStore = (store: Store | undefined): Store | undefined => {
  if (store === undefined) return undefined
  const isStore =
    typeof store === "object" &&
    store !== null &&
    [store.get, store.set, store.delete].every((method) => typeof method === "function")
  if (isStore) return store
  throw new InvalidArgument("store", "must be an object with the functions get, set and delete.")
}

// The maximum of timers, and more than the other numbers need.
const maxTimerMillis = 2_147_483_647

// Plain JavaScript may pass any value.
const checkFunction = <F extends Function>(name: string, value: F | undefined): F | undefined => {
  if (value === undefined || typeof value === "function") return value
  throw new InvalidArgument(name, "must be a function.")
}

const parseFetch = (fetch: Fetch | undefined): Fetch => {
  if (fetch !== undefined) return fetch
  if (typeof globalThis.fetch !== "function") {
    throw new InvalidArgument("fetch", "is required, since this platform has no fetch.")
  }
  // A browser's fetch must be called on its global object. Looked up per call, so that it can be replaced later.
  return (url, init) => globalThis.fetch(url, init)
}

const warnOnConsole = (message: string): void => {
  // @effect-diagnostics-next-line globalConsole:off
  console.warn(message) // oxlint-disable-line eslint/no-console -- the default that the option names
}

/** The validated options of one call. */
export type CallSettings = ReturnType<typeof parseCallOptions>

/** Validates the options of a call. Throws `InvalidArgument` for the first invalid one. */
export const parseCallOptions = (
  settings: Pick<ClientSettings, "headers" | "languages" | "mode" | "retries" | "sourceLanguage" | "timeout">,
  { cache, headers, locale, requestId, retries, timeout }: CallOptions
) => ({
  requestId: parseRequestId(requestId),
  languages: locale === undefined ? settings.languages : parseLanguages(locale, settings.sourceLanguage),
  mode: parseCacheMode(cache) ?? settings.mode,
  timeout: parseInteger("timeout", timeout ?? settings.timeout, 1),
  retries: parseInteger("retries", retries ?? settings.retries, 0),
  headers: { ...settings.headers, ...parseHeaders(headers) }
})

/** Validates headers, and returns them by lower-case name. */
const parseHeaders = (headers: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> => {
  const parsed = toHeaders(headers)
  const own = ownHeaders.find((name) => parsed.has(name))
  if (own !== undefined) throw new InvalidArgument("headers", `must not contain ${own}, which the client sets.`)
  return Object.fromEntries(parsed)
}

/** No message contains a value, which may be secret. */
const toHeaders = (headers: Readonly<Record<string, string>> | undefined): Headers => {
  try {
    return new Headers(headers)
  } catch {
    throw new InvalidArgument("headers", "must be an object of texts by the name of the header.")
  }
}

const ownHeaders = ["accept", "authorization", "if-none-match", "x-request-id"]

/** Validates a cache mode. Plain JavaScript may pass any value. */
const parseCacheMode = (mode: CacheMode | undefined): CacheMode | undefined => {
  if (mode === undefined || mode === "default" || mode === "no-cache" || mode === "force-cache") return mode
  throw new InvalidArgument("cache", 'must be "default", "no-cache" or "force-cache".')
}

const parseRequestId = (requestId: unknown): string | undefined => {
  if (requestId === undefined) return undefined
  if (typeof requestId === "string" && requestIdPattern.test(requestId)) return requestId
  throw new InvalidArgument("requestId", "must be 1 to 64 letters, digits, dots, underscores and hyphens.")
}

/** Wraps a user's callback: if it throws or rejects, `onFailure` gets a description, and the caller goes on. */
export const guardCallback =
  <A>(callback: (argument: A) => unknown, onFailure: (problem: string) => void) =>
  (argument: A): void => {
    const fail = (problem: unknown): void => onFailure(describeError(problem))
    try {
      Promise.resolve(callback(argument)).catch(fail)
    } catch (problem) {
      fail(problem)
    }
  }

/** True if these are the globals of a web page or of its worker. Server runtimes with workers have another user agent. */
export const isBrowser = (globals: object): boolean =>
  has(globals, "document") || (has(globals, "WorkerGlobalScope") && userAgentOf(globals).startsWith("Mozilla/"))

const has = (globals: object, name: string): boolean => name in globals && Reflect.get(globals, name) !== undefined

/**
 * True on Cloudflare's runtime, where what a request of the program waits for ends with that request. So another request
 * cannot wait for it, and nothing goes on after a response.
 */
export const hasRequestScope = (globals: object): boolean => userAgentOf(globals) === "Cloudflare-Workers"

const userAgentOf = (globals: object): string => {
  const navigator: unknown = "navigator" in globals ? globals.navigator : undefined
  return typeof navigator === "object" && navigator !== null && "userAgent" in navigator
    ? String(navigator.userAgent)
    : ""
}
