/** Filled in by `scripts/bundle.ts`. */
declare const BUNDLE_DIGEST: string | undefined

/** The digest of the bundle that runs. Undefined if the sources run. */
export const bundleDigest = typeof BUNDLE_DIGEST === "undefined" ? undefined : BUNDLE_DIGEST
