import { hash } from "node:crypto"

/** Returns the SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => hash("sha256", content, "hex")
