import type { ReleaseEntry } from "../data/Bodies.ts"

/** What the life cycle of a release is called: "newest of 2" if its major version has no newer one. */
export const formatStatus = ({ release, status }: ReleaseEntry): string =>
  status === "current" ? `newest of ${release.split(".", 1)[0]}` : status.replaceAll("-", " ")
