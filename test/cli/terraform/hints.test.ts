import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { hintsFor } from "../../../lib/cli/terraform/hints";

const stack: SynthesizedStack = { id: "dev-a", folder: "", dependencies: [], annotations: [], template: {} };

describe("hintsFor", () => {
  test.each([
    [
      "BadRequestException: CloudWatch Logs role ARN must be set in account settings to enable logging",
      /cloudWatchRole/,
    ],
    ["no matching Route53Zone found", /hostedZone/],
    ["no matching Route 53 Hosted Zone found", /hostedZone/],
    [
      "The runtime parameter of nodejs14.x is no longer supported for creating or updating AWS Lambda functions.",
      /nodejs22\.x/,
    ],
    ["BadRequestException: Only one resolver is allowed per field.", /resolver/],
    ["Instance cannot be destroyed", /removal policy/],
    ["Error acquiring the state lock", /force-unlock/],
    ["Backend configuration changed", /-migrate-state/],
    ["No valid credential sources found", /--profile/],
  ])("has one for: %s", (detail, hint) => {
    const hints = hintsFor(stack, { severity: "error", summary: "Error", detail: detail.replace(" ", "\n") });
    expect(hints).toEqual([expect.stringMatching(hint)]);
  });

  test("returns nothing for an unknown message", () => {
    expect(hintsFor(stack, { severity: "error", summary: "Quota exceeded", detail: "" })).toEqual([]);
  });
});
