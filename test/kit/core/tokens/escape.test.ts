import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { TerraformOutput } from "cdktf";
import { escapeTemplate } from "../../../../lib/kit/core";
import { synthesized, testStack } from "../../../support/stack";

describe("escapeTemplate", () => {
  test.each([
    ["${x}", "$${x}"],
    ["%{ if x }", "%%{ if x }"],
    ["$${x}", "$$${x}"],
    ["%%{x}", "%%%{x}"],
    ["$context.path 5% {x} $ {y}", "$context.path 5% {x} $ {y}"],
    ["", ""],
  ])("makes of %p %p", (text, escaped) => {
    expect(escapeTemplate(text)).toBe(escaped);
  });

  test("leaves references unchanged", () => {
    const stack = testStack();
    const reference = new DataAwsSsmParameter(stack, "Parameter", { name: "/x" }).value;
    new TerraformOutput(stack, "Out", { value: escapeTemplate(`\${a} ${reference} %{b}`) });
    expect(synthesized(stack).output.Out?.value).toBe(
      "$${a} ${data.aws_ssm_parameter.Parameter.value} %%{b}",
    );
  });
});
