import { fileURLToPath } from "node:url"

/**
 * The folder of this project, for tests that read what its editors change: `taxonomy-src/`, and more of `releases/` than
 * release 1.0.0, which stays. Only this module leads there, since CI runs the tests that import it again in a tree with later
 * releases.
 */
export const ownProject: string = fileURLToPath(new URL("../../", import.meta.url))
