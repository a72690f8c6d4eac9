/** How many edits two similar texts are apart at most. */
export const maxEditsOf = (written: string): number => Math.max(1, Math.floor(written.length / 3))
