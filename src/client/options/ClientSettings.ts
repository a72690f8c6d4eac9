import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiVersion, VersionSelector } from "../../api/parameters/TaxonomyVersion.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { isBrowser } from "./Browser.ts"
import type { ClientOptions, DeprecationNotice, Fetch } from "./ClientOptions.ts"
import { listener } from "./SafeCallback.ts"

/** The options of a client, checked and complete. */
export interface ClientSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  /** The segment of the path. */
  readonly apiVersion: string
  /** The value of `?version=`. */
  readonly version: string
  readonly timeout: number
  readonly retries: number
  readonly retryDelay: number
  readonly maxBodyBytes: number
  readonly rememberBytes: number
  readonly onDeprecation: (notice: DeprecationNotice) => void
  readonly warn: (message: string) => void
  readonly fetch: Fetch
  /** Whether the platform is a browser, which allows no headers of our own across origins, and has a cache itself. */
  readonly browser: boolean
  /** Takes the key out of a text that came from outside, and is to be shown. */
  readonly mask: (text: string) => string
}

/** Throws `InvalidArgument` where an option cannot be used. */
export const settingsOf = (options: ClientOptions): ClientSettings => {
  if (typeof options !== "object" || options === null) {
    throw new InvalidArgument("options", "must be an object with baseUrl and apiKey.")
  }
  const browser = isBrowser(globalThis)
  if (browser && options.dangerouslyAllowBrowser !== true) {
    throw new InvalidArgument(
      "dangerouslyAllowBrowser",
      "this looks like a browser, where anybody can read the API key. Call the service from a server; " +
        "if you know what you do, set dangerouslyAllowBrowser to true."
    )
  }
  // Nobody is left to be told of a warning that cannot be given.
  const warn = listener(functionOf("warn", options.warn) ?? consoleWarning, () => {})
  const onDeprecation = functionOf("onDeprecation", options.onDeprecation)
  const baseUrl = baseUrlOf(options.baseUrl)
  const apiKey = apiKeyOf(options.apiKey)
  const settings = {
    baseUrl: baseUrl.href.replace(/\/+$/, ""),
    apiKey,
    mask: maskOf(Redacted.value(apiKey)),
    ...versionOf(options.version ?? "v1"),
    timeout: wholeNumber("timeout", options.timeout ?? 30_000, 1),
    retries: wholeNumber("retries", options.retries ?? 3, 0),
    retryDelay: wholeNumber("retryDelay", options.retryDelay ?? 1000, 0),
    maxBodyBytes: wholeNumber("maxBodyBytes", options.maxBodyBytes ?? 64 * 1024 * 1024, 1),
    rememberBytes: wholeNumber("rememberBytes", options.rememberBytes ?? 16 * 1024 * 1024, 0),
    onDeprecation:
      onDeprecation === undefined
        ? ({ text }: DeprecationNotice) => warn(`The taxonomy says: ${text}`)
        : listener(onDeprecation, (problem) => warn(`onDeprecation has failed: ${problem}`)),
    warn,
    fetch: fetchOf(functionOf("fetch", options.fetch)),
    browser
  }
  if (settings.version === "latest") {
    warn(
      'version "latest" is not advised in production: what it reads changes with each release. ' +
        "Name the release that you have tested, such as v1.0."
    )
  }
  if (baseUrl.protocol === "http:" && !isLoopback(baseUrl.hostname)) {
    warn(`baseUrl is ${settings.baseUrl}, so the API key is sent unencrypted, for all on the way to read. Use https.`)
  }
  return settings
}

const baseUrlOf = (baseUrl: unknown): URL => {
  const text = baseUrl instanceof URL ? baseUrl.href : baseUrl
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgument(
      "baseUrl",
      "must be an http or https address, such as https://licensing.example/api/taxonomy."
    )
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidArgument("baseUrl", "must have no user, no password, no query and no fragment.")
  }
  return url
}

/** Whether what is sent to a host stays on this machine. */
const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

// The value is never told: `fetch` would, in its complaint about a header.
const apiKeyOf = (apiKey: string): Redacted.Redacted => {
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return Redacted.make(apiKey, { label: "API key" })
  // What most often stands in its place: a variable of the environment that is not set.
  if (apiKey === "") throw new InvalidArgument("apiKey", "is empty. Is the variable set that it is taken from?")
  throw new InvalidArgument("apiKey", "must be an API key: visible ASCII characters, without spaces or line breaks.")
}

/** A key has 32 characters and a prefix (service spec, 5.2). A short text is none, and words may hold it by chance. */
const maskOf = (apiKey: string) =>
  apiKey.length < shortestMasked ? (text: string) => text : (text: string) => text.replaceAll(apiKey, "<API key>")

const shortestMasked = 16

const versionOf = (version: string) => {
  if (!isSelector(version)) {
    throw new InvalidArgument("version", "must be latest, or a version such as v1, v1.0 or v1.0.0.")
  }
  const apiVersion = version === "latest" ? "v1" : `v${version.replace(/^v/, "").split(".")[0]}`
  if (isApiVersion(apiVersion)) return { version, apiVersion }
  throw new InvalidArgument("version", "versions begin with v1.")
}

const wholeNumber = (name: string, value: number, least: number): number => {
  if (Number.isSafeInteger(value) && value >= least && value <= longestTimer) return value
  throw new InvalidArgument(name, `must be a whole number from ${least} to ${longestTimer}.`)
}

// What timers take, and more than any of the numbers need.
const longestTimer = 2 ** 31 - 1

// From plain JavaScript anything may come.
const functionOf = <F extends Function>(name: string, given: F | undefined): F | undefined => {
  if (given === undefined || typeof given === "function") return given
  throw new InvalidArgument(name, "must be a function.")
}

const fetchOf = (own: Fetch | undefined): Fetch => {
  if (own !== undefined) return own
  if (typeof globalThis.fetch !== "function") {
    throw new InvalidArgument("fetch", "the platform has none, so one must be given.")
  }
  // A browser's own must be called on its global object. One that is put into the platform later counts.
  return (url, init) => globalThis.fetch(url, init)
}

const consoleWarning = (message: string): void => {
  // @effect-diagnostics-next-line globalConsole:off
  console.warn(message) // oxlint-disable-line eslint/no-console -- the default that the option names
}

const isSelector = Schema.is(VersionSelector)
const isApiVersion = Schema.is(ApiVersion)
