import { join } from "node:path"
import type { InputOptions } from "rolldown"
import { lazyEmojiPattern } from "./LazyEmojiPattern.ts"

/** How programs are read to be bundled. The digest identifies the code to the caches that it fills. */
export const inputOptions = (root: string, input: Record<string, string>, digest: string): InputOptions => ({
  cwd: root,
  input,
  platform: "node",
  logLevel: "silent",
  plugins: [lazyEmojiPattern],
  transform: {
    define: { BUNDLE_DIGEST: JSON.stringify(digest), "import.meta.env": "undefined" },
    inject: { "Intl.Segmenter": [join(root, "scripts/bundle/LazySegmenter.ts"), "LazySegmenter"] }
  }
})
