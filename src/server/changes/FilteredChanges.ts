import { matchesChangesFilter, type ChangesFilter } from "./ChangesIndex.ts"
import type { PreparedChanges } from "./PrepareChanges.ts"

/** The bytes of a body with the changes that a filter selects, in steps. Nothing is compared or rendered again. */
export function* filterChanges(
  { bytes, index: { first: listStart, groups, groupsById, length, starts } }: PreparedChanges,
  filter: ChangesFilter
): Generator<void, Uint8Array> {
  const isSelected = groupsById.map((group) => matchesChangesFilter(filter, group))
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const list = buffer.subarray(listStart, listStart + length)
  const parts: Array<Buffer> = [buffer.subarray(0, listStart)]
  let count = 0
  let position = 0
  while (position < groups.length) {
    const first = position
    // Neighbors that match are one range of bytes.
    while (position < groups.length && isSelected[groups[position] ?? 0] === true) position += 1
    if (position > first) {
      if (count > 0) parts.push(comma)
      const next = starts[position]
      parts.push(list.subarray(starts[first], next === undefined ? length : next - comma.length))
      count += position - first
    } else position += 1
    if (parts.length % maxPartsPerStep === 0) yield
  }
  const suffix = buffer.subarray(listStart + length).toString()
  parts.push(Buffer.from(suffix.replace(/^\],"count":\d+/, `],"count":${count}`)))
  const selected = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const [index, part] of parts.entries()) {
    if (index % maxPartsPerStep === 0) yield
    for (let start = 0; start < part.length; start += maxBytesPerStep) {
      filled += part.copy(selected, filled, start, start + maxBytesPerStep)
      if (part.length > maxBytesPerStep) yield
    }
  }
  return selected
}

const comma = Buffer.from(",")

const maxPartsPerStep = 4096
const maxBytesPerStep = 1_048_576
