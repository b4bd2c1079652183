import { problemsInText, readRemoteText, remoteMessage } from "../../../lib/cli/terraform/remote-text";

const hook = (event: string, address: string, action: string, seconds: number, output?: string): object => ({
  type: "hook",
  event,
  hook: { address, action, seconds, ...(output === undefined ? {} : { output }) },
});

const applied = (added: number, changed: number, destroyed: number): object => ({
  type: "summary",
  operation: "apply",
  changes: { added, changed, destroyed },
});

describe("remoteMessage", () => {
  test.each([
    ["Apply complete! Resources: 1 added, 2 changed, 3 destroyed.", applied(1, 2, 3)],
    [
      "\u001b[0m\u001b[1m\u001b[32mApply complete! Resources: 0 added, 0 changed, 1 destroyed.",
      applied(0, 0, 1),
    ],
    ["Apply complete! Resources: 4 imported, 1 added, 0 changed, 0 destroyed.", applied(1, 0, 0)],
    ["Destroy complete! Resources: 2 destroyed.", applied(0, 0, 2)],
    ["No changes. Your infrastructure matches the configuration.", applied(0, 0, 0)],
    ["No changes. No objects need to be destroyed.", applied(0, 0, 0)],
    ["aws_s3_bucket.a: Creation complete after 3s [id=a]", hook("complete", "aws_s3_bucket.a", "create", 3)],
    [
      "aws_s3_bucket.a: Modifications complete after 1m2s [id=a]",
      hook("complete", "aws_s3_bucket.a", "update", 62),
    ],
    [
      'aws_s3_bucket.a["b c"]: Destruction complete after 1h0m1s',
      hook("complete", 'aws_s3_bucket.a["b c"]', "delete", 3601),
    ],
    ["aws_s3_bucket.a: Still creating... [1m0s elapsed]", hook("progress", "aws_s3_bucket.a", "create", 60)],
    [
      "aws_s3_bucket.a: Still modifying... [id=a, 10s elapsed]",
      hook("progress", "aws_s3_bucket.a", "update", 10),
    ],
    ["terraform_data.r: (local-exec): made it", hook("provisioner", "terraform_data.r", "", 0, "made it")],
    ["terraform_data.r (local-exec): made it", hook("provisioner", "terraform_data.r", "", 0, "made it")],
    [
      "Plan: 1 to add, 0 to change, 0 to destroy.",
      { type: "text", text: "Plan: 1 to add, 0 to change, 0 to destroy." },
    ],
    ["This plan would say: No changes. ", { type: "text", text: "This plan would say: No changes. " }],
  ])("reads %j", (line, expected) => {
    expect(remoteMessage(line)).toEqual(expected);
  });
});

describe("readRemoteText", () => {
  test.each([
    ["  # aws_s3_bucket.a will be created", "aws_s3_bucket.a", "create"],
    ["\u001b[1m  # aws_s3_bucket.a\u001b[0m will be updated in-place", "aws_s3_bucket.a", "update"],
    ["  # aws_s3_bucket.a will be destroyed", "aws_s3_bucket.a", "delete"],
    ["  # aws_s3_bucket.a must be replaced", "aws_s3_bucket.a", "replace"],
    ["  # aws_s3_bucket.a is tainted, so must be replaced", "aws_s3_bucket.a", "replace"],
    ["  # aws_s3_bucket.a will be replaced, as requested", "aws_s3_bucket.a", "replace"],
    ['  # aws_s3_bucket.a["b c"] will be imported', 'aws_s3_bucket.a["b c"]', "import"],
    [
      "  # aws_s3_bucket.a will no longer be managed by Terraform, but will not be destroyed",
      "aws_s3_bucket.a",
      "forget",
    ],
    ["  # aws_s3_bucket.a has moved to aws_s3_bucket.b", "aws_s3_bucket.a", "move"],
  ])("reads %j", (line, address, action) => {
    expect(readRemoteText([line]).planned).toMatchObject([{ address, action }]);
  });

  test("counts no other line as a change", () => {
    const lines = [
      "  # data.aws_lb.a will be read during apply",
      "# aws_s3_bucket.a will be created",
      "      # (3 unchanged attributes hidden)",
    ];
    expect(readRemoteText(lines).planned).toEqual([]);
  });

  test("lists the outputs that would change, up to the end of their block", () => {
    const lines = [
      "Plan: 0 to add",
      "",
      "Changes to Outputs:",
      '  + a = "1"',
      "  ~ long-name  = 2 -> 3",
      '  - "odd name" = 1 -> null',
      "",
      "  + later = 1",
    ];
    expect(readRemoteText(lines).changedOutputs).toEqual(["a", "long-name", "odd name"]);
  });
});

describe("problemsInText", () => {
  test("removes the frame, the place in the JSON and the line there", () => {
    const text = `
\u001b[31m╷\u001b[0m
│ Warning: Old
│
│ Not for long.
╵
╷
│ Error: Resource precondition failed
│
│   on cdk.tf.json line 1, in resource.terraform_data.r.lifecycle.precondition[0]:
│    1: {"secret": "value"}
│     ├────────────────
│     │ terraform.workspace is "default"
│
│ Never.
╵
Operation failed: failed running terraform plan (exit 1)
`;
    expect(problemsInText(text)).toEqual([
      { severity: "warning", summary: "Old", detail: "Not for long.", address: undefined },
      {
        severity: "error",
        summary: "Resource precondition failed",
        detail: "Never.",
        address: "terraform_data.r",
      },
    ]);
  });

  test.each([
    [
      "Error: Bad\n\n  with aws_s3_bucket.a,\n  on cdk.tf.json line 3, in resource.aws_s3_bucket.a:\n\nWhy.",
      "aws_s3_bucket.a",
      "Why.",
    ],
    ["Error: Bad\n\n  on cdk.tf.json line 3, in terraform.backend:\n   3: x\n\nWhy.", undefined, "Why."],
    [
      "Error: Bad\n\n  on cdk.tf.json line 3, in data.aws_lb.a:\n\nWhy.\nOperation failed: x",
      "data.aws_lb.a",
      "Why.",
    ],
  ])("reads %j without a frame", (text, address, detail) => {
    expect(problemsInText(text)).toEqual([{ severity: "error", summary: "Bad", detail, address }]);
  });

  test("finds nothing in other text", () => {
    expect(problemsInText("all is well\nno Error: here")).toEqual([]);
  });
});
