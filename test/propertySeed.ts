import * as Arbitrary from "effect/Arbitrary"

/**
 * Property tests try the same samples in every run, so that a commit passes always or never. `PROPERTY_SEED` selects other
 * samples: any text, or `random` for new ones in every run, which are twice as many.
 */
const { PROPERTY_SEED: seed = "taxonomy" } = process.env
if (seed !== "random") Arbitrary.configureGlobal({ check: { seed, runs: 50 } })
