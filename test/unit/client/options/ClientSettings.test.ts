import { assert, describe, it, vi } from "@effect/vitest"
import { InvalidArgument } from "../../../../src/client/model/ClientErrors.ts"
import type { CallOptions, ClientOptions } from "../../../../src/client/options/ClientOptions.ts"
import {
  guardCallback,
  hasRequestScope,
  isBrowser,
  parseCallOptions,
  parseOptions
} from "../../../../src/client/options/ClientSettings.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const required = { baseUrl: "https://licensing.example/api", apiKey }

/** The settings that follow from options, and the warnings about them. */
const parse = (options: Partial<ClientOptions>) => {
  const warnings: Array<string> = []
  const settings = parseOptions({ ...required, warn: (text) => void warnings.push(text), ...options })
  return { settings, warnings }
}

const rejectionOf = (run: () => unknown): string => {
  try {
    run()
  } catch (problem) {
    if (!(problem instanceof InvalidArgument)) throw problem
    assert.isTrue(problem.message.startsWith(`${problem.argument}: `))
    return problem.message
  }
  return assert.fail("The options are valid.")
}

describe("parseOptions", () => {
  it("has defaults", () => {
    const { settings, warnings } = parse({})
    assert.deepStrictEqual(warnings, [])
    assert.deepInclude(settings, {
      baseUrl: "https://licensing.example/api",
      apiKey,
      apiVersion: "v1",
      version: "v1",
      sourceLanguage: "en",
      languages: [],
      timeout: 30_000,
      retries: 3,
      retryDelay: 1000,
      maxRetryDelay: 30_000,
      mode: "default",
      store: undefined,
      staleIfError: false,
      now: Date.now,
      headers: {},
      maxBodyBytes: 67_108_864,
      rememberBytes: 16_777_216,
      browser: false,
      isRequestScoped: false
    })
  })

  it("takes every option", () => {
    const fetch = () => Promise.resolve(Response.json({}))
    const store = { get: () => null, set: () => {}, delete: () => {} }
    const now = () => 7
    const options = {
      fetch,
      store,
      now,
      timeout: 1,
      retries: 0,
      retryDelay: 0,
      maxRetryDelay: 0,
      maxBodyBytes: 1,
      rememberBytes: 0,
      sourceLanguage: "de",
      headers: { traceparent: "00-1" }
    }
    const { settings } = parse({
      ...options,
      version: "v1.2.3",
      locale: ["fr-CA", "de"],
      cache: "no-cache",
      staleIfError: 0,
      onDeprecation: () => {}
    })
    assert.deepInclude(settings, {
      ...options,
      version: "v1.2.3",
      apiVersion: "v1",
      languages: ["fr-CA", "fr"],
      mode: "no-cache",
      staleIfError: 0
    })
  })

  it.each([
    ["https://licensing.example", "https://licensing.example"],
    ["https://licensing.example/api//", "https://licensing.example/api"],
    ["https://licensing.example/api/?", "https://licensing.example/api"],
    ["https://licensing.example/api#", "https://licensing.example/api"],
    [new URL("https://licensing.example:8443/"), "https://licensing.example:8443"]
  ])("takes the base address %s", (baseUrl, expected) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript may pass a URL
    assert.strictEqual(parse({ baseUrl: baseUrl as string }).settings.baseUrl, expected)
  })

  it.each([
    ["v1", "v1"],
    ["v2.1", "v2"],
    ["v12.0.1", "v12"],
    ["latest", "v1"]
  ])("reads %s with the API %s", (version, apiVersion) => {
    assert.deepInclude(parse({ version }).settings, { version, apiVersion })
  })

  it.each(["localhost", "api.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])(
    "takes http for this machine, %s",
    (host) => {
      assert.deepStrictEqual(parse({ baseUrl: `http://${host}:8080` }).warnings, [])
    }
  )

  it.each(["licensing.example", "localhost.example", "127.0.0.1.example", "mylocalhost", "[::2]"])(
    "warns of http for another machine, %s",
    (host) => {
      assert.deepStrictEqual(parse({ baseUrl: `http://${host}/` }).warnings, [
        `baseUrl is http://${host}, so the API key is sent unencrypted. Use https.`
      ])
    }
  )

  it("warns of the version latest", () => {
    assert.deepStrictEqual(parse({ version: "latest" }).warnings, [
      'version "latest" is not advised in production, since it changes with each release. ' +
        "Name the release that you have tested, such as v1.0."
    ])
  })

  const baseUrl = "baseUrl: must be an http or https address, such as https://licensing.example/api/taxonomy."
  const parts = "baseUrl: must not contain a user, a password, a query or a fragment."
  const key = "apiKey: must be an API key: visible ASCII characters, without spaces or line breaks."
  const version = 'version: must be "latest" or a version such as v1, v1.0 or v1.0.0.'
  const locale = 'locale: must be a language tag such as "fr" or "pt-BR", or a list of language tags.'
  const store = "store: must be an object with the functions get, set and delete."
  const cache = 'cache: must be "default", "no-cache" or "force-cache".'
  const headers = "headers: must be an object of texts by the name of the header."
  const staleIfError = "staleIfError: must be true, false, or a number of seconds."

  it.each([
    [{ baseUrl: undefined }, "baseUrl: is missing. Set the option or TAXONOMY_URL."],
    [{ baseUrl: "licensing.example" }, baseUrl],
    [{ baseUrl: "ftp://licensing.example" }, baseUrl],
    [{ baseUrl: 7 }, baseUrl],
    [{ baseUrl: "https://user@licensing.example" }, parts],
    [{ baseUrl: "https://:password@licensing.example" }, parts],
    [{ baseUrl: "https://licensing.example?a=b" }, parts],
    [{ baseUrl: "https://licensing.example#a" }, parts],
    [{ apiKey: undefined }, "apiKey: is missing. Set the option or TAXONOMY_API_KEY."],
    [{ apiKey: "a b" }, key],
    [{ apiKey: "a\n" }, key],
    [{ apiKey: "cl\u00e9" }, key],
    [{ apiKey: "" }, "apiKey: is empty. Check the environment variable that holds it."],
    [{ version: "1.x" }, version],
    [{ version: 1 }, version],
    [{ version: `v1.0.${"0".repeat(30)}` }, version],
    [{ version: "v0" }, "version: must be v1 or later."],
    [{ sourceLanguage: "e" }, 'sourceLanguage: must be a language tag such as "en" or "pt-BR".'],
    [{ sourceLanguage: 7 }, 'sourceLanguage: must be a language tag such as "en" or "pt-BR".'],
    [{ locale: "f" }, locale],
    [{ locale: [7] }, locale],
    [{ headers: 7 }, headers],
    [{ headers: { "a b": "" } }, headers],
    [{ headers: { a: "\n\0" } }, headers],
    [{ headers: { Authorization: "" } }, "headers: must not contain authorization, which the client sets."],
    [{ timeout: 0 }, "timeout: must be a whole number from 1 to 2147483647."],
    [{ timeout: 1.5 }, "timeout: must be a whole number from 1 to 2147483647."],
    [{ timeout: 2_147_483_648 }, "timeout: must be a whole number from 1 to 2147483647."],
    [{ retries: -1 }, "retries: must be a whole number from 0 to 2147483647."],
    [{ retryDelay: "1" }, "retryDelay: must be a whole number from 0 to 2147483647."],
    [{ maxRetryDelay: Number.NaN }, "maxRetryDelay: must be a whole number from 0 to 2147483647."],
    [{ maxBodyBytes: 0 }, "maxBodyBytes: must be a whole number from 1 to 2147483647."],
    [{ rememberBytes: -1 }, "rememberBytes: must be a whole number from 0 to 2147483647."],
    [{ cache: "reload" }, cache],
    [{ store: null }, store],
    [{ store: () => {} }, store],
    [{ store: { get: () => {}, set: () => {} } }, store],
    [{ staleIfError: -1 }, staleIfError],
    [{ staleIfError: Number.NaN }, staleIfError],
    [{ staleIfError: "1" }, staleIfError],
    [{ onStale: 7 }, "onStale: must be a function."],
    [{ onDeprecation: {} }, "onDeprecation: must be a function."],
    [{ warn: "console" }, "warn: must be a function."],
    [{ now: 7 }, "now: must be a function."],
    [{ fetch: 7 }, "fetch: must be a function."]
  ])("rejects %j", (option, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript may pass any value
    const options = option as Partial<ClientOptions>
    assert.strictEqual(
      rejectionOf(() => parse(options)),
      message
    )
  })

  it.each([undefined, null, "https://licensing.example"])("rejects %j instead of options", (options) => {
    assert.strictEqual(
      rejectionOf(() => Reflect.apply(parseOptions, undefined, [options])),
      "options: must be an object."
    )
  })

  it("takes the address and the API key from the environment if they are not options", () => {
    vi.stubEnv("TAXONOMY_URL", "https://other.example/api")
    vi.stubEnv("TAXONOMY_API_KEY", "nil_fromEnvironment")
    try {
      assert.deepInclude(parseOptions({}), { baseUrl: "https://other.example/api", apiKey: "nil_fromEnvironment" })
      assert.deepInclude(parse({}).settings, required)
      vi.stubEnv("TAXONOMY_API_KEY", "")
      assert.match(
        rejectionOf(() => parseOptions({})),
        /^apiKey: is missing/
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it("needs no environment, nor the permission to read it", () => {
    const denied = {
      get env(): never {
        throw new Error("denied")
      }
    }
    for (const process of [undefined, {}, denied]) {
      vi.stubGlobal("process", process)
      try {
        assert.match(
          rejectionOf(() => parseOptions({})),
          /^baseUrl: is missing/
        )
      } finally {
        vi.unstubAllGlobals()
      }
    }
  })

  it("warns of the same only once", () => {
    const { settings, warnings } = parse({})
    settings.warnOnce("twice")
    assert.deepStrictEqual(warnings, ["twice"])
    const known = parseOptions({ ...required, version: "latest", warn: () => assert.fail("warned") }, () => false)
    known.warnOnce("twice")
  })

  it("masks the API key in warnings, and lets a short one be a part of words", () => {
    const { settings, warnings } = parse({})
    settings.warn(`${apiKey} and ${apiKey}`)
    assert.deepStrictEqual(warnings, ["<API key> and <API key>"])
    assert.strictEqual(parse({ apiKey: "a".repeat(16) }).settings.mask("a".repeat(16)), "<API key>")
    assert.strictEqual(parse({ apiKey: "a".repeat(15) }).settings.mask("a".repeat(15)), "a".repeat(15))
  })

  it("warns of deprecations without a callback, and of callbacks that fail", async () => {
    const notice = {
      text: "A is deprecated",
      items: [],
      deprecatedAt: undefined,
      sunset: undefined,
      url: "https://licensing.example",
      requestId: undefined,
      readItems: () => Promise.resolve([])
    }
    const { settings, warnings } = parse({})
    settings.onDeprecation(notice)
    assert.deepStrictEqual(warnings, ["Deprecation: A is deprecated"])
    const fail = () => {
      throw new Error(`no ${apiKey}`)
    }
    const failing = parse({ onDeprecation: fail, onStale: fail })
    failing.settings.onDeprecation(notice)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the callback ignores its argument
    failing.settings.onStale({} as Parameters<typeof settings.onStale>[0])
    assert.deepStrictEqual(failing.warnings, ["onDeprecation failed: no <API key>", "onStale failed: no <API key>"])
  })
})

describe("parseCallOptions", () => {
  const defaults = {
    mode: "default",
    languages: ["fr"],
    sourceLanguage: "en",
    timeout: 5,
    retries: 3,
    headers: { a: "1", b: "1" }
  } as const

  it("takes the options of a call before those of the client", () => {
    const { sourceLanguage: _, ...unchanged } = defaults
    assert.deepStrictEqual(parseCallOptions(defaults, {}), { requestId: undefined, ...unchanged })
    const options = {
      cache: "force-cache",
      locale: "pt-BR",
      requestId: "checkout-7.3_a",
      timeout: 1,
      retries: 0,
      headers: { B: "2" }
    } as const
    assert.deepStrictEqual(parseCallOptions(defaults, options), {
      requestId: "checkout-7.3_a",
      languages: ["pt-BR", "pt"],
      mode: "force-cache",
      timeout: 1,
      retries: 0,
      headers: { a: "1", b: "2" }
    })
    assert.deepStrictEqual(parseCallOptions(defaults, { locale: [] }).languages, [])
  })

  it.each([
    [{ cache: "" }, 'cache: must be "default", "no-cache" or "force-cache".'],
    [{ locale: 7 }, 'locale: must be a language tag such as "fr" or "pt-BR", or a list of language tags.'],
    [{ timeout: 0 }, "timeout: must be a whole number from 1 to 2147483647."],
    [{ retries: -1 }, "retries: must be a whole number from 0 to 2147483647."],
    [{ headers: { "X-Request-ID": "a" } }, "headers: must not contain x-request-id, which the client sets."],
    [{ requestId: "" }, "requestId: must be 1 to 64 letters, digits, dots, underscores and hyphens."],
    [{ requestId: "a b" }, "requestId: must be 1 to 64 letters, digits, dots, underscores and hyphens."],
    [{ requestId: 7 }, "requestId: must be 1 to 64 letters, digits, dots, underscores and hyphens."]
  ])("rejects %j", (option, message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript may pass any value
    const options = option as CallOptions
    assert.strictEqual(
      rejectionOf(() => parseCallOptions(defaults, options)),
      message
    )
  })
})

describe("guardCallback", () => {
  it("passes the argument on, and describes a failure, also of a promise", async () => {
    const received: Array<unknown> = []
    await new Promise<void>((resolve) => {
      const onFailure = (problem: string) => {
        received.push(problem)
        if (problem === "later") resolve()
      }
      guardCallback((argument: string) => received.push(argument), onFailure)("argument")
      guardCallback(() => {
        throw new Error("at once")
      }, onFailure)(undefined)
      guardCallback(() => Promise.reject(new Error("later")), onFailure)(undefined)
    })
    assert.deepStrictEqual(received, ["argument", "at once", "later"])
  })
})

/** Runs a function, which must not wait, on a platform without fetch. */
const withoutFetch = <A>(run: () => A): A => {
  const { fetch } = globalThis
  Reflect.deleteProperty(globalThis, "fetch")
  try {
    return run()
  } finally {
    globalThis.fetch = fetch
  }
}

describe("the option fetch", () => {
  it("is required on a platform without fetch", () => {
    assert.throws(
      () => withoutFetch(() => parseOptions(required)),
      /^fetch: is required, since this platform has no fetch\.$/
    )
    const fetch = () => Promise.resolve(Response.json({}))
    assert.strictEqual(withoutFetch(() => parseOptions({ ...required, fetch })).fetch, fetch)
  })
})

describe("isBrowser", () => {
  const browser =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"

  it.each([
    ["a page", { document: {}, navigator: { userAgent: browser } }, true],
    ["a worker of a page", { WorkerGlobalScope: Object, navigator: { userAgent: browser } }, true],
    ["Node", { navigator: { userAgent: "Node.js/24" } }, false],
    ["a server runtime with workers", { WorkerGlobalScope: Object, navigator: { userAgent: "workerd" } }, false],
    ["a JavaScript engine", {}, false]
  ] as const)("recognizes the globals of %s", (_, globals, expected) => {
    assert.strictEqual(isBrowser(globals), expected)
  })
})

describe("hasRequestScope", () => {
  it.each([
    [{ navigator: { userAgent: "Cloudflare-Workers" } }, true],
    [{ navigator: { userAgent: "Node.js/24" } }, false],
    [{ navigator: undefined }, false],
    [{}, false]
  ])("recognizes the globals of a Worker: %j", (globals, expected) => {
    assert.strictEqual(hasRequestScope(globals), expected)
  })
})
