/** True for nothing, and for a word with which people say that there is nothing. */
export const isBlankWord = (written: unknown): boolean =>
  written === null ||
  (typeof written === "string" &&
    /^(?:|-+|—|–|n\/?a|n\.a\.|none|nil|null|tbd|tba|unknown|blank|empty|\?+)$/i.test(written.trim()))
