import { labelOf, type Option } from "./Option.ts"

interface ChosenCodesProps {
  readonly options: ReadonlyArray<Option>
  readonly codes: ReadonlyArray<string>
  readonly onRemove: (code: string) => void
}

/** The chosen values of a long list, each with a button that removes it. */
export const ChosenCodes = ({ codes, onRemove, options }: ChosenCodesProps) =>
  codes.length === 0 ? null : (
    <ul class="chosen-codes">
      {codes.map((code) => (
        <li key={code}>
          <bdi>{labelOf(options, code)}</bdi> <code>{code}</code>
          <button type="button" aria-label={`Remove ${labelOf(options, code)}`} onClick={() => onRemove(code)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  )
