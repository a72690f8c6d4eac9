import type { Version } from "../../taxonomy/Scalars.ts"
import type { Check } from "../Check.ts"

export const notReproducible: Check<"artifact/not-reproducible", { readonly version: Version }> = {
  id: "artifact/not-reproducible",
  title: "Release that the ledger does not reproduce",
  level: "error",
  stage: "artifact",
  waivable: false,
  explanation:
    "The digest in the ledger differs from that of the files that its events produce. Either this program renders an old format differently than before, which is a bug, or the ledger was forged. Compare with the program version that made the release, and report it.",
  breaks: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:a1…`,
  keeps: `# the ledger recorded sha256:4f…, the rebuilt manifest has sha256:4f…`,
  message: ({ version }) => `Rebuilding release ${version} from the ledger gives different files`,
  help: () => "Restore releases/ from git or a backup: published releases never change."
}
