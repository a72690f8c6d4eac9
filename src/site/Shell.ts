import type { ExplorerAssets } from "./ExplorerAssets.ts"

export interface ShellOptions {
  /** Where the application reads its data: the files of a site, a server that follows the working tree, or the API. */
  readonly source: "files" | "live" | "api"
  /** The path of the assets, relative to that of the shell, with a slash at the end. */
  readonly assetsPath: string
  /** True if the site contains the working tree. */
  readonly hasDraft?: boolean
}

/** Renders the page that loads the application. It contains nothing of the taxonomy, and no script or style of its own. */
export const renderShell = ({ script, style, terms }: ExplorerAssets, options: ShellOptions): string => {
  const { assetsPath, hasDraft = false, source } = options
  const lines = [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    // No server sends headers with a file.
    ...(source === "files" ? [`<meta http-equiv="Content-Security-Policy" content="${sharedPolicy}">`] : []),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="explorer-source" content="${source}">`,
    `<meta name="explorer-terms" content="${assetsPath}${terms.name}">`,
    ...(hasDraft ? ['<meta name="explorer-draft" content="true">'] : []),
    "<title>Taxonomy Explorer</title>",
    // That of a server needs an API key, which no feed reader finds here.
    ...(source === "files"
      ? ['<link rel="alternate" type="application/atom+xml" title="Releases" href="releases.atom">']
      : []),
    `<link rel="stylesheet" href="${assetsPath}${style.name}">`,
    `<script defer src="${assetsPath}${script.name}"></script>`,
    "</head>",
    "<body>",
    '<div id="app"></div>',
    "<noscript>The Taxonomy Explorer needs JavaScript. Turn it on, or use another browser.</noscript>",
    "</body>",
    "</html>"
  ]
  return `${lines.join("\n")}\n`
}

const sharedPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

/** The policy for a shell that a server sends. A `meta` element cannot forbid frames. */
export const explorerContentSecurityPolicy = `${sharedPolicy}; frame-ancestors 'none'`
