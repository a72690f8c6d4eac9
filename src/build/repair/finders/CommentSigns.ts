/** The sign with which other languages start a comment, if a line starts with one. */
export const commentSignOf = (body: string): string | undefined => /^(?:\/\/|\/\*|<!--|;|--(?= ))/.exec(body)?.[0]
