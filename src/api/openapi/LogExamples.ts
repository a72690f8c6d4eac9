// Valid, but of a log that does not exist.

export const checkpointExample = `licensing.example/taxonomy
2
LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=

— licensing.example/taxonomy aUvEi+U7PoA0Stgrfh6Ba2AFgAZfAQjnqet0rEevYnx7o61/QQduXjwa946KK4WB0hcTt6mEdPJX5sOOXj1MhVLRVgU=
`

/** The beginning of a proof. */
export const proofExample = "c2sp.org/tlog-proof@v1\nextra eyJsZWFmIjoie1wiZXZlbnRcIjpcInNoYTI1Njo"
