import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"

/** The list of only those licenses, joined from the stored bytes of the whole list. */
export const filteredList = (
  { entries, prefix, suffix }: ReleaseBodies["licenseEntries"],
  codes: ReadonlyArray<string>
): Uint8Array => {
  const kept = codes.flatMap((code) => entries.get(code) ?? [])
  const separated = kept.flatMap((entry, index) => (index === 0 ? [entry] : [comma, entry]))
  return Buffer.concat([prefix, ...separated, Buffer.from(`],"count":${kept.length}`), suffix])
}

const comma = Buffer.from(",")

/** The general form of a response, spliced around the bytes of a body (service spec, 4.6). */
export const enveloped = (
  version: string,
  body: string | Uint8Array,
  meta: { readonly timestamp: string; readonly request_id: string }
): Uint8Array =>
  Buffer.concat([
    Buffer.from(`{"version":${JSON.stringify(version)},"data":`),
    Buffer.from(body),
    Buffer.from(`,"_meta":${JSON.stringify(meta)}}`)
  ])
