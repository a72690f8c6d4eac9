// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
/** The version as bodies show it: `v1.0`. */
export const shortName = (version: string): string => `v${version.slice(0, version.lastIndexOf("."))}`

export const nextMajor = (version: string): string => `${Number(version.slice(0, version.indexOf("."))) + 1}.0.0`
