import type { Option } from "./Option.ts"

/** A value as a person chooses it: label, code, and that it is deprecated. */
export const CodeLabel = ({ option }: { readonly option: Option }) => (
  <>
    <bdi>{option.label}</bdi> <code>{option.code}</code>
    {option.isDeprecated ? <span class="option-note"> deprecated</span> : null}
  </>
)
