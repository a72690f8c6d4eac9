import { join } from "node:path"
import type { InputOptions } from "rolldown"
import { lazyEmojiPattern } from "./LazyEmojiPattern.ts"

/** How programs are read to be bundled. */
export const inputOptions = (root: string, input: Record<string, string>): InputOptions => ({
  cwd: root,
  input,
  platform: "node",
  logLevel: "silent",
  plugins: [lazyEmojiPattern],
  transform: {
    define: { "import.meta.env": "undefined" },
    inject: { "Intl.Segmenter": [join(root, "scripts/bundle/LazySegmenter.ts"), "LazySegmenter"] }
  }
})
