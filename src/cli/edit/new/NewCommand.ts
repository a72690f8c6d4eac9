import * as Command from "effect/cli/Command"
import { newDimensionCommand } from "./NewDimension.ts"
import { newLicenseCommand } from "./NewLicense.ts"
import { newRuleCommand } from "./NewRule.ts"
import { newValueCommand } from "./NewValue.ts"

/** `taxonomy new`: adds items to the sources. */
export const newCommand = Command.make("new").pipe(
  Command.withDescription("Add a value, dimension, base license or conflict rule to the sources"),
  Command.withExamples([
    {
      command:
        'taxonomy new value exclusive_categories/PADEL --label "Padel" --description "Rackets, balls and courts."',
      description: "Add a value"
    },
    { command: "taxonomy new license --help", description: "Show the options for adding a base license" }
  ]),
  Command.withSubcommands([newValueCommand, newDimensionCommand, newLicenseCommand, newRuleCommand])
)
