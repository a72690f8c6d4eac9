import type { Check } from "../Check.ts"

export const size: Check<"source/size", { readonly file: string; readonly bytes: number; readonly max_bytes: number }> =
  {
    id: "source/size",
    title: "File too large",
    level: "error",
    stage: "source",
    waivable: false,
    explanation:
      "A source can have at most 4 MiB, many times what a person edits. A larger file was most often written by a program in the wrong folder. Remove it, split the dimension, or shorten its texts.",
    breaks: "dimensions/territory.yaml with 5 MiB",
    keeps: "dimensions/territory.yaml with 40 KiB",
    message: ({ bytes, file, max_bytes }) =>
      `${file} is too large: it has ${bytes} bytes, at most ${max_bytes} are read`,
    help: () => "Split the dimension, or shorten its texts."
  }
