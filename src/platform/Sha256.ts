import { hash } from "node:crypto"

/** The lower-case hexadecimal SHA-256 of bytes, or of a text in UTF-8. */
export const sha256 = (content: string | Uint8Array): string => hash("sha256", content, "hex")
