import { formatKeyName } from "../../domain/transparency/LogProblemText.ts"
import type { ProvenArtifact } from "../../domain/transparency/VerifyProof.ts"
import { formatCosigner } from "../../report/LogText.ts"
import { formatCount, visibleLine } from "../../report/text/PlainText.ts"

interface ProvenFile {
  readonly file: string
  readonly bytes: number
}

/** What a verified proof states, in words. */
export const formatProven = (
  { checkpoint, index, path, publishedAt, version }: ProvenArtifact,
  { bytes, file }: ProvenFile
): string => {
  const { cosigners, origin, signers, size } = checkpoint
  return [
    visibleLine(`Proven: ${file} is what release ${version} published as ${path}.`),
    "",
    ...formatRows([
      ["Content", `${formatCount(bytes, "byte")}, unaltered`],
      ["Published", publishedAt],
      ["Log", `${origin}, event ${index + 1} of ${size}`],
      ["Signed by", signers.map(formatKeyName).join(", ")],
      ...(cosigners.length === 0 ? [] : [["Cosigned by", cosigners.map(formatCosigner).join(", ")] as const])
    ])
  ].join("\n")
}

const formatRows = (rows: ReadonlyArray<readonly [name: string, value: string]>): ReadonlyArray<string> =>
  rows.map(([name, value]) => `  ${name.padEnd("Cosigned by".length)}  ${visibleLine(value)}`)
