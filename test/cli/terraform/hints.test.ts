import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { hintsFor, needsOutputOfOtherStack } from "../../../lib/cli/terraform/hints";
import { describeProblems } from "../../../lib/cli/terraform/report";
import { temporaryFolder } from "../../support/stack";

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
    ["InvalidClientTokenId: The security token included in the request is invalid.", /--profile/],
    ["UnrecognizedClientException: The security token included in the request is invalid.", /--profile/],
    ["InvalidAccessKeyId: The AWS Access Key Id you provided does not exist in our records.", /--profile/],
    ["SignatureDoesNotMatch: The request signature we calculated does not match", /secret key.*clock/],
    ["Error asking for confirmation: input is disabled", /terraform init once/],
    ["ResourceInUseException: Table already exists: dev-notes", /import.*replaces the resource/],
    ["EntityAlreadyExists: Role with name a already exists.", /import/],
    ["ResourceConflictException: Function already exist: dev-a", /import/],
    ["ResourceInUseException: Stream dev-a under account 123456789012 already exists.", /import/],
    ["ResourceAlreadyExistsException: Event bus dev-a already exists.", /import/],
    ["ResourceAlreadyExistsException: The specified log group already exists", /import/],
    [
      "EntityAlreadyExists: Provider with url https://id.example.com already exists.",
      /enterprise: \{ cdk: \{ provider/,
    ],
    [
      'Lambda function (dev-a-_script) returned error: ({"errorMessage":"update: dev-a-Seed-onUpdateFunction failed: Error: no"})',
      /^Terraform has stored .* does not run it again\. Change .*-replace='<address>'/,
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

  test("the hint of a lock has the folder and the id of the lock", () => {
    const detail =
      "Lock Info:\n  ID:        6a1b2c3d-1111-2222-3333-444455556666\n  Path:      terraform.dev-a.tfstate";
    const problem = { severity: "error", summary: "Error acquiring the state lock", detail } as const;
    expect(hintsFor({ ...stack, folder: "/app/cdktf.out/stacks/dev-a" }, problem)).toEqual([
      expect.stringContaining(
        "cd /app/cdktf.out/stacks/dev-a && terraform force-unlock 6a1b2c3d-1111-2222-3333-444455556666",
      ),
    ]);
  });

  test.each([
    ["creating S3 Bucket (dev-files): BucketAlreadyOwnedByYou: it is yours", "dev-files"],
    [
      "creating AWS DynamoDB Table (dev-notes): ResourceInUseException: Table already exists: dev-notes",
      "dev-notes",
    ],
    [
      "creating IAM Role (dev-role): EntityAlreadyExists: Role with name dev-role already exists.",
      "dev-role",
    ],
    [
      "creating CloudWatch Logs Log Group (/aws/lambda/a): ResourceAlreadyExistsException: exists",
      "/aws/lambda/a",
    ],
  ])("the hint for an existing resource has its name: %s", (summary, name) => {
    const address = "aws_x.it";
    expect(hintsFor(stack, { severity: "error", summary, detail: "", address })).toEqual([
      expect.stringContaining(`[{ to: "aws_x.it", id: "${name}" }]`),
    ]);
  });

  describe("of a state file that cannot be read", () => {
    const folder = temporaryFolder();
    const file = join(folder, "terraform.dev-a.tfstate");
    const backend = { local: { path: "terraform.dev-a.tfstate" } };
    const detail =
      "Error message: 2 problems:\n\n- Unsupported state file format: The state file could not be parsed as JSON: syntax error at byte offset 100.";
    const hints = (template: object) =>
      hintsFor(
        { ...stack, folder, template: template as SynthesizedStack["template"] },
        { severity: "error", summary: "Error acquiring the state lock", detail },
      );

    test("there is no lock to release, and an existing backup is named", () => {
      expect(hints({ terraform: { backend } })).toEqual([
        expect.stringContaining("There is no backup beside it."),
      ]);
      writeFileSync(`${file}.backup`, "{}");
      expect(hints({ terraform: { backend } })).toEqual([
        expect.stringContaining(`The state file is damaged: ${file}. `),
      ]);
      expect(hints({ terraform: { backend } })[0]).toContain(`cp '${file}.backup' '${file}'`);
      expect(hints({ terraform: { backend: { s3: {} } } })).toEqual([
        expect.stringContaining("earlier version"),
      ]);
    });
  });

  test("a hint of several problems of a run is given once", () => {
    const problem = (address: string) =>
      ({ severity: "error", summary: "ExpiredToken: expired", detail: "", address }) as const;
    const [first, second] = describeProblems(stack, [problem("aws_a.b"), problem("aws_a.c")]);
    expect(first).toMatch(/Hint: .*--profile/);
    expect(second).toBe("aws_a.c: ExpiredToken: expired");
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
