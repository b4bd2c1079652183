import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { hintsFor, needsOutputOfOtherStack } from "../../../lib/cli/terraform/hints";

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
      /nodejs24\.x/,
    ],
    ["BadRequestException: Only one resolver is allowed per field.", /resolver/],
    ["Instance cannot be destroyed", /removal policy/],
    ["Error acquiring the state lock", /force-unlock/],
    ["Backend configuration changed", /-migrate-state/],
    ["No valid credential sources found", /--profile/],
    ["Error asking for confirmation: input is disabled", /terraform init once/],
    ["ResourceInUseException: Table already exists: dev-notes", /import.*replaces the resource/],
    ["EntityAlreadyExists: Role with name a already exists.", /import/],
    [
      "EntityAlreadyExists: Provider with url https://id.example.com already exists.",
      /enterprise: \{ cdk: \{ provider/,
    ],
    [
      'Lambda function (dev-a-_script) returned error: ({"errorMessage":"update: dev-a-Seed-onUpdateFunction failed: Error: no"})',
      /^Terraform has stored .* does not repeat it\. Change .*-replace='<address>'/,
    ],
    ["ConflictException: Route with key GET /a already exists for this API", /deploy <stack>/],
  ])("has one for: %s", (detail, hint) => {
    const hints = hintsFor(stack, { severity: "error", summary: "Error", detail: detail.replace(" ", "\n") });
    expect(hints).toEqual([expect.stringMatching(hint)]);
  });

  test("names the host of a token that Terraform Cloud refuses, and only for stacks there", () => {
    const problem = { severity: "error", summary: "unauthorized", detail: "" } as const;
    const cloud = { organization: "acme", workspaces: { name: "dev-a" }, hostname: "tfe.my-co.dev" };
    expect(hintsFor({ ...stack, template: { terraform: { cloud } } }, problem)).toEqual([
      expect.stringMatching(/terraform login tfe\.my-co\.dev, or set TF_TOKEN_tfe_my__co_dev\./),
    ]);
    expect(hintsFor(stack, problem)).toEqual([]);
  });

  test("returns nothing for an unknown message", () => {
    expect(hintsFor(stack, { severity: "error", summary: "Quota exceeded", detail: "" })).toEqual([]);
  });
});

describe("needsOutputOfOtherStack", () => {
  test.each([
    ["Unable to find remote state", "No stored state was found.", true],
    ["Unsupported attribute", "no attribute named cross-stack-output-a", true],
    ["Unsupported attribute", "no attribute named b", false],
    // OpenTofu adds this to the first one.
    ["data.terraform_remote_state.a: Unable to read remote state", "", true],
    ["data.terraform_remote_state.a: Unable to read remote state", "AccessDenied", false],
  ])("reads %s, %s", (summary, detail, expected) => {
    expect(needsOutputOfOtherStack({ severity: "error", summary, detail })).toBe(expected);
  });
});
