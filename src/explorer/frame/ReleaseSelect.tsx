import { useExplorer } from "../ExplorerContext.ts"
import { ReleaseOptions } from "../parts/ReleaseOptions.tsx"
import { navigate } from "../routing/useRoute.ts"

/** The choice of the release. The page stays. */
export const ReleaseSelect = ({ shown }: { readonly shown: string | undefined }) => {
  const { route } = useExplorer()
  return (
    <label class="frame-choice">
      Release
      <select
        value={shown ?? ""}
        onChange={({ currentTarget }) => navigate({ ...route, release: currentTarget.value })}
      >
        <ReleaseOptions chosen={shown} />
      </select>
    </label>
  )
}
