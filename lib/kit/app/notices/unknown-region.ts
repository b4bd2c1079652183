import { regions } from "../../../facts/aws/regions";
import { didYouMean } from "../../../facts/errors/words";
import { isUnresolved } from "../../core/tokens/unresolved";
import type { OwningApp } from "../scope/owner";

/** Prints a notice for a region that the library does not know. It may be newer than the library, so it is not refused. */
export function noteUnknownRegion(app: OwningApp): void {
  for (const region of new Set(app.stacks.map((stack) => stack.region))) {
    if (isUnresolved(region) || regions.includes(region)) continue;
    app.addNotice(
      `serverform: region ${JSON.stringify(region)} is not among the regions that this version knows; if it is not a new one, every call to AWS fails.${didYouMean(region, regions)}`,
    );
  }
}
