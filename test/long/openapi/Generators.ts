import type { SourceFiles } from "../../support/Sources.ts"

/** A generator of clients, and programs for the client that it generates. */
export interface Generator {
  readonly name: string
  /** Its program and the arguments for `openapi.json`, as a developer types them. */
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  /** `use.ts` exports `run`, and `mistakes.ts` has one mistake below each `@ts-expect-error`. */
  readonly files: (baseUrl: string) => SourceFiles
}

const openapiFetch: Generator = {
  name: "openapi-typescript with openapi-fetch",
  command: ["openapi-typescript", "openapi.json", "-o", "schema.ts"],
  files: () => ({
    "client.ts": `
import createClient from "openapi-fetch"
import type { paths } from "./schema.ts"

export const makeClient = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } })
`,
    "use.ts": `
import { makeClient } from "./client.ts"

const path = { api_version: "v1" } as const

export const run = async (baseUrl: string, key: string) => {
  const client = makeClient(baseUrl, key)
  const query = { use_type: ["editorial", "educational"], territory: ["US"] } as const
  const filtered = await client.GET("/{api_version}/licenses", {
    params: { path, query: { use_type: [...query.use_type], territory: [...query.territory] } }
  })
  const pinned = await client.GET("/{api_version}/licenses", {
    params: { path, query: { version: "v1.0", exclusive_categories: ["QSR_FAST_FOOD", "QSR"] } }
  })
  const license = await client.GET("/{api_version}/licenses/{license_code}", {
    params: { path: { ...path, license_code: "NIL-EDU" } }
  })
  const global: boolean | undefined = license.data?.config.territory.global
  const avatars: boolean | undefined = license.data?.config.ai_synthetic_use?.avatar_only
  const scope: "full_commercial" | "non_commercial" | undefined = license.data?.config.commercial_scope
  const refused = await makeClient(baseUrl, "nil_none").GET("/{api_version}/schema", { params: { path } })
  const missing = await client.GET("/{api_version}/schema", { params: { path, query: { version: "v1.9" } } })
  const message: string | undefined =
    missing.error !== undefined && "message" in missing.error ? missing.error.message : undefined
  return {
    filtered: filtered.data,
    pinned: pinned.data,
    config: { global, avatars, scope },
    refused: [refused.response.status, refused.error],
    missing: [missing.response.status, missing.response.headers.get("X-Error-Code"), message]
  }
}
`,
    "mistakes.ts": `
import { makeClient } from "./client.ts"

const client = makeClient("", "")
const path = { api_version: "v1" } as const

// @ts-expect-error -- a misspelt dimension
void client.GET("/{api_version}/licenses", { params: { path, query: { usetype: ["editorial"] } } })
// @ts-expect-error -- a misspelt code
void client.GET("/{api_version}/licenses", { params: { path, query: { use_type: ["editoral"] } } })
// @ts-expect-error -- a code of another dimension
void client.GET("/{api_version}/licenses", { params: { path, query: { territory: ["editorial"] } } })
// @ts-expect-error -- an unknown license
void client.GET("/{api_version}/licenses/{license_code}", { params: { path: { ...path, license_code: "NIL-EDUC" } } })
// @ts-expect-error -- another API version
void client.GET("/{api_version}/licenses", { params: { path: { api_version: "v2" } } })
// @ts-expect-error -- the envelope, which the document leaves out
void client.GET("/{api_version}/licenses", { params: { path, query: { envelope: "true" } } })

const { data } = await client.GET("/{api_version}/licenses", { params: { path } })
// @ts-expect-error -- a misspelt dimension in a config
void data?.licenses[0]?.config.usetype
// @ts-expect-error -- a misspelt code in a config
void (data?.licenses[0]?.config.commercial_scope === "commercial")
`
  })
}

const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  command: ["openapi-ts", "-i", "openapi.json", "-o", "client"],
  files: () => ({
    "use.ts": `
import { createClient, createConfig } from "./client/client"
import { license, licenses, schema } from "./client"

const path = { api_version: "v1" } as const

export const run = async (baseUrl: string, key: string) => {
  const client = createClient(createConfig({ baseUrl, auth: key }))
  const filtered = await licenses({
    client,
    path,
    query: { use_type: ["editorial", "educational"], territory: ["US"] }
  })
  const pinned = await licenses({
    client,
    path,
    query: { version: "v1.0", exclusive_categories: ["QSR_FAST_FOOD", "QSR"] }
  })
  const found = await license({ client, path: { ...path, license_code: "NIL-EDU" } })
  const global: boolean | undefined = found.data?.config.territory.global
  const avatars: boolean | undefined = found.data?.config.ai_synthetic_use?.avatar_only
  const scope: "full_commercial" | "non_commercial" | undefined = found.data?.config.commercial_scope
  const refused = await schema({ client, path, auth: "nil_none" })
  const missing = await schema({ client, path, query: { version: "v1.9" } })
  const message: string | undefined =
    missing.error !== undefined && "message" in missing.error ? missing.error.message : undefined
  return {
    filtered: filtered.data,
    pinned: pinned.data,
    config: { global, avatars, scope },
    refused: [refused.response?.status, refused.error],
    missing: [missing.response?.status, missing.response?.headers.get("X-Error-Code"), message]
  }
}
`,
    "mistakes.ts": `
import { license, licenses } from "./client"

const path = { api_version: "v1" } as const

// @ts-expect-error -- a misspelt dimension
void licenses({ path, query: { usetype: ["editorial"] } })
// @ts-expect-error -- a misspelt code
void licenses({ path, query: { use_type: ["editoral"] } })
// @ts-expect-error -- a code of another dimension
void licenses({ path, query: { territory: ["editorial"] } })
// @ts-expect-error -- an unknown license
void license({ path: { ...path, license_code: "NIL-EDUC" } })
// @ts-expect-error -- another API version
void licenses({ path: { api_version: "v2" } })
// @ts-expect-error -- the envelope, which the document leaves out
void licenses({ path, query: { envelope: "true" } })

const { data } = await licenses({ path })
// @ts-expect-error -- a misspelt dimension in a config
void data?.licenses[0]?.config.usetype
// @ts-expect-error -- a misspelt code in a config
void (data?.licenses[0]?.config.commercial_scope === "commercial")
`
  })
}

const orval: Generator = {
  name: "orval with its fetch client",
  command: ["orval", "-c", "orval.config.cjs"],
  files: (baseUrl) => ({
    "orval.config.cjs": `
module.exports = {
  taxonomy: { input: "openapi.json", output: { target: "client.ts", client: "fetch", baseUrl: "${baseUrl}" } }
}
`,
    "use.ts": `
import { license, licenses, schema } from "./client.ts"

export const run = async (_: string, key: string) => {
  const authorized = { headers: { Authorization: \`Bearer \${key}\` } }
  const filtered = await licenses("v1", { use_type: ["editorial", "educational"], territory: ["US"] }, authorized)
  const pinned = await licenses(
    "v1",
    { version: "v1.0", exclusive_categories: ["QSR_FAST_FOOD", "QSR"] },
    authorized
  )
  const found = await license("v1", "NIL-EDU", undefined, authorized)
  const config = found.status === 200 ? found.data.config : undefined
  const global: boolean | undefined = config?.territory.global
  const avatars: boolean | undefined = config?.ai_synthetic_use?.avatar_only
  const scope: "full_commercial" | "non_commercial" | undefined = config?.commercial_scope
  const refused = await schema("v1", undefined, { headers: { Authorization: "Bearer nil_none" } })
  const missing = await schema("v1", { version: "v1.9" }, authorized)
  const message: string | undefined = missing.status === 404 ? missing.data.message : undefined
  return {
    filtered: filtered.data,
    pinned: pinned.data,
    config: { global, avatars, scope },
    refused: [refused.status, refused.data],
    missing: [missing.status, missing.headers.get("X-Error-Code"), message]
  }
}
`,
    "mistakes.ts": `
import { license, licenses } from "./client.ts"

// @ts-expect-error -- a misspelt dimension
void licenses("v1", { usetype: ["editorial"] })
// @ts-expect-error -- a misspelt code
void licenses("v1", { use_type: ["editoral"] })
// @ts-expect-error -- a code of another dimension
void licenses("v1", { territory: ["editorial"] })
// @ts-expect-error -- an unknown license
void license("v1", "NIL-EDUC")
// @ts-expect-error -- another API version
void licenses("v2")
// @ts-expect-error -- the envelope, which the document leaves out
void licenses("v1", { envelope: "true" })

const answer = await licenses("v1")
if (answer.status === 200) {
  // @ts-expect-error -- a misspelt dimension in a config
  void answer.data.licenses[0]?.config.usetype
  // @ts-expect-error -- a misspelt code in a config
  void (answer.data.licenses[0]?.config.commercial_scope === "commercial")
}
`
  })
}

export const generators: ReadonlyArray<Generator> = [openapiFetch, heyApi, orval]
