import { useExplorer } from "../ExplorerContext.ts"
import { CopyButton } from "../parts/CopyButton.tsx"
import { formatRoute, type ReleaseName } from "../routing/Route.ts"

/** Copies the address of the page with the full version of the release, so that its meaning never changes. */
export const CopyLink = ({ release }: { readonly release: ReleaseName }) => {
  const { route } = useExplorer()
  const address = new URL(formatRoute({ ...route, release }), location.href).href
  return <CopyButton key={address} label="Copy link" text={address} isElsewhere />
}
