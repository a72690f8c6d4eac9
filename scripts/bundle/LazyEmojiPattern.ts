import type { Plugin } from "rolldown"

/**
 * Lets `string-width` compile its pattern of all emoji for the first text that is not ASCII: it takes 12 ms of CPU time,
 * more than everything else that loads to wrap texts.
 */
export const lazyEmojiPattern: Plugin = {
  name: "lazy-emoji-pattern",
  transform: {
    filter: { id: /\/node_modules\/string-width\/index\.js$/ },
    handler: (code) => {
      const lazy = code.replace(eager, "const $1 = { test: (text) => $2.test(text) };")
      if (lazy === code)
        throw new Error("string-width has no such pattern any more: adapt scripts/bundle/LazyEmojiPattern.ts")
      return lazy
    }
  }
}

const eager = /^const (\w+) = (\/\^\\p\{RGI_Emoji\}\$\/v);$/m
