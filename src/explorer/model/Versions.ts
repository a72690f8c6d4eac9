import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"

/** A version as bodies write it. The server has checked its form. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bodies hold versions of releases alone
export const toVersion = (text: string): Version => text as Version

export const compareVersions = (left: string, right: string): number => compare(toVersion(left), toVersion(right))
