import * as Command from "effect/cli/Command"
import { Environment } from "../../domain/keys/KeyEvent.ts"
import { Tier } from "../../domain/keys/Tier.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { plainFormatOption } from "../options/Options.ts"
import { choiceOption, keysOption, lineOption } from "./KeyOptions.ts"
import { actorOption, contactOption, expiresOption } from "./KeyTermsOptions.ts"

const issueKeyOptions = {
  organization: lineOption("organization", "Organization that requested the key", "Organization"),
  useCase: lineOption("use-case", "Purpose of the key", "Use case"),
  expectedVolume: lineOption("expected-volume", "Expected number of requests", "Expected usage volume"),
  environment: choiceOption("environment", Environment.literals, "Deployment environment", "Deployment environment"),
  tier: choiceOption("tier", Tier.literals, "Usage tier, which decides the rate limits", "Usage tier"),
  contact: contactOption,
  expires: expiresOption,
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

export type IssueKeyInput = Command.Command.Config.Infer<typeof issueKeyOptions>

/** `taxonomy keys issue`: issues a key for a requester (service spec, 5.3). */
export const issueKey = Command.make(
  "issue",
  issueKeyOptions,
  lazyHandler(async () => (await import("./RunIssueKey.ts")).runIssueKey)
).pipe(
  Command.withDescription("Issue an API key and print it, once"),
  Command.withExamples([
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Contract drafting" --expected-volume "500 a day" --environment production --tier professional',
      description: "Issue a key for a requester"
    },
    {
      command:
        'taxonomy keys issue --organization "Example Sports Law" --use-case "Trial" --expected-volume "50 a day" --environment staging --tier free --contact legal@example.com --expires 30d',
      description: "Issue a key that expires after 30 days"
    },
    { command: "taxonomy keys issue", description: "Answer prompts on a terminal" }
  ])
)
