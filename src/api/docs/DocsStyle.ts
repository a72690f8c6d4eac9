/** The style of the page. It loads nothing, has a light and a dark scheme, and fits phones. */
export const docsStyle = `
:root { color-scheme: light dark; --page: #fff; --text: #14181d; --line: #d0d5dd; --soft: #f4f6f8; --quiet: #4a5565; --link: #0b57b7; --key: #8a4b00 }
@media (prefers-color-scheme: dark) {
  :root { --page: #12161b; --text: #e8ecf1; --line: #3a424d; --soft: #1d232b; --quiet: #a9b4c2; --link: #8ab8ff; --key: #ffc27d }
}
* { box-sizing: border-box }
html { background: var(--page); color: var(--text) }
body { margin: 0 auto; padding: 0 1.25rem 4rem; max-width: 64rem; font: 1rem/1.55 system-ui, sans-serif }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--page) }
h1 { margin: 2rem 0 .25rem; line-height: 1.2 }
h2 { margin: 3rem 0 .5rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line) }
h3 { margin: 2.5rem 0 .25rem; overflow-wrap: anywhere }
h4 { margin: 1.25rem 0 .25rem }
section:target > h3, tr:target, details:target > summary { background: var(--soft) }
code, pre { font: .9em/1.5 ui-monospace, monospace }
code { overflow-wrap: anywhere }
pre { overflow-x: auto; margin: .5rem 0; padding: .75rem; background: var(--soft); border: 1px solid var(--line); border-radius: .4rem }
pre.copy { user-select: all }
pre code { overflow-wrap: normal }
.quiet { color: var(--quiet) }
.key { color: var(--key); font-weight: 600 }
nav details { margin: 1rem 0 }
nav p { margin: .75rem 0 .25rem; font-weight: 600 }
nav ul { margin: 0; padding: 0; list-style: none }
nav li a { display: inline-block; padding: .15rem 0; overflow-wrap: anywhere }
[aria-current] { font-weight: 600 }
.try input { display: block; width: 100%; max-width: 32rem; font: .9em/1.5 ui-monospace, monospace; padding: .3rem .5rem; color: inherit; background: var(--page); border: 1px solid var(--quiet); border-radius: .3rem }
.try p { margin: .5rem 0 }
.try pre { max-height: 30rem; overflow-y: auto }
button { font: inherit; padding: .3rem 1rem; color: var(--page); background: var(--link); border: 0; border-radius: .3rem; cursor: pointer }
@media (min-width: 64rem) {
  body { max-width: 84rem; display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 2.5rem }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; font-size: .9rem }
  @supports selector(::details-content) {
    nav details { border: 0 }
    nav summary { display: none }
    nav details::details-content { content-visibility: visible; height: auto }
  }
}
.table { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th[scope=row] { font-weight: normal; white-space: nowrap }
details { margin: .35rem 0; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: .4rem }
summary { padding: .3rem 0; cursor: pointer }
@media print { details::details-content { content-visibility: visible; height: auto } nav, .try { display: none } }
`

const policyWith = (more: string): string =>
  `default-src 'none'; style-src '${styleDigest}'; ${more}img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

// Tests compare the digests with the style and the script.
const styleDigest = "sha256-KQiTDa91x2QqC6mlIA8SrTsjcgDwRro6Wo6vIif3X3E="
const scriptDigest = "sha256-x1/bSQbmSS6WJBMuososR8DtHNkWnzavv/lAG/2jhw0="

/** The `Content-Security-Policy` of a guide: this one style and no script (CSP level 3). */
export const guideContentSecurityPolicy = policyWith("")

/** That of the page at `/docs`: also its one script, which may send requests to its own origin. */
export const docsContentSecurityPolicy = policyWith(`script-src '${scriptDigest}'; connect-src 'self'; `)
