/** The name of the client as npm packs it. */
const packedName = "nil-licensing-client"

/** The file that npm packs. */
export const tarballOf = (version: string): string => `${packedName}-${version}.tgz`

/** Older tarballs, in the folder into which the tests pack the client. */
export const olderTarballs = [tarballOf("0.0.9"), tarballOf("1.0.0-beta.1")]

/** Other files in that folder. */
export const otherFiles = [
  `${packedName}-notes.txt`,
  `${packedName}-react-1.0.0.tgz`,
  `${packedName}-0.0.9.tgz.sig`,
  "other-1.0.0.tgz"
]
