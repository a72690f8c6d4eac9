import type { ItemState } from "../model/ItemState.ts"
import { Badge } from "./Badge.tsx"

/** The state of an item in a word or two, unless there is nothing to say. */
export const StateBadge = ({ state }: { readonly state: ItemState }) => {
  switch (state._tag) {
    case "Present":
      return null
    case "Deprecated":
      return <Badge kind="warning">deprecated</Badge>
    case "New":
      return <Badge kind="added">new</Badge>
    case "Removed":
      return <Badge kind="removed">removed in {state.version}</Badge>
    case "Dropped":
      return <Badge kind="removed">removed in the working tree</Badge>
    case "Later":
      return <Badge>added in {state.version}</Badge>
    case "Unknown":
      return <Badge>unknown</Badge>
  }
}
