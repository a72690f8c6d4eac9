/** The help of the program. */
export const programHelp = `Write the TypeScript types of a release: its dimensions, codes, licenses and configs.

USAGE
  taxonomy-client types [--version <version>] [--out <file>] [options]

OPTIONS
  --version <version>   Release to read: v1, v1.3 or v1.3.0 (default: v1, the newest release 1.x)
  --out <file>          File to write (default: standard output)
  --url <address>       Base address of the service (default: TAXONOMY_URL)
  --key-file <file>     File that contains the API key (default: the key in TAXONOMY_KEY)
  --schema <file>       Saved schema to read instead of the service, "-" for standard input
  --help                Print this help

EXAMPLES
  # Write the types of the newest release 1.3.x
  taxonomy-client types --version v1.3 --out taxonomy.ts

  # Write the types of a saved schema, without the service
  taxonomy-client types --schema schema.json --out taxonomy.ts

EXIT CODES
  0  the types are written
  1  the service rejected the request
  2  invalid options or environment
  3  a file or the service cannot be read or written
`
