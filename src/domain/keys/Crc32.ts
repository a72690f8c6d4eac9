/** Returns the CRC-32 of an ASCII text as zip and gzip compute it: an unsigned 32-bit number. */
export const crc32 = (ascii: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < ascii.length; index++) {
    crc = (crc >>> 8) ^ (table[(crc ^ ascii.charCodeAt(index)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const reversedPolynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
  }
  return remainder
})
