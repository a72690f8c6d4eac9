import type { SoakEvent } from "./SoakEvent.ts"

/** Operators ask for a reload twice in a row. Nothing changes. */
export const releasesReloaded: SoakEvent = {
  name: "reload",
  uses: ["reload"],
  isFault: false,
  begin: async ({ servers }) => {
    for (const { reload } of [...servers, ...servers]) reload()
  }
}
