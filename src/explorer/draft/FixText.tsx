import type { ReportedFinding } from "./Findings.ts"
import { fixedParts, type FixedPart } from "./FixLines.ts"

interface FixTextProps {
  readonly fix: NonNullable<ReportedFinding["fix"]>
  readonly sources: Readonly<Record<string, string>>
}

/** What `taxonomy check --fix` would write. */
export const FixText = ({ fix, sources }: FixTextProps) => {
  const parts = fixedParts(fix, sources)
  return parts.length === 0 ? null : (
    <div class="finding-fix">
      <p>
        <code>taxonomy check --fix</code> would write:
      </p>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  )
}

const Part = ({ part }: { readonly part: FixedPart }) => {
  if (part._tag === "Renamed") {
    return (
      <p class="finding-source-place">
        <code>{part.file}</code> as <code>{part.to}</code>
      </p>
    )
  }
  const { after, before, file, line } = part
  return (
    <div class="finding-source">
      <p class="finding-source-place">
        <code>
          {file}:{line}
        </code>
      </p>
      <pre>
        {before.map((text, index) => (
          <del key={index}>
            <span class="visually-hidden">removed: </span>
            <bdi>{text}</bdi>
          </del>
        ))}
        {after.map((text, index) => (
          <ins key={index}>
            <span class="visually-hidden">added: </span>
            <bdi>{text}</bdi>
          </ins>
        ))}
      </pre>
    </div>
  )
}
