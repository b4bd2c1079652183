import { policyTextParts } from "../../../lib/kit/iam";

describe("policyTextParts", () => {
  test.each([
    ["", []],
    ["notes/*", ["plain: notes/*"]],
    ["${aws_s3_bucket.B.arn}/*", ["reference: ${aws_s3_bucket.B.arn}", "plain: /*"]],
    ["home/${aws:username}", ["plain: home/", "variable: ${aws:username}"]],
    ["$${aws:username}", ["variable: ${aws:username}"]],
    // References that contain braces and quotes end where Terraform ends them.
    ['${lookup({ a = "b" }, "a")}/x', ['reference: ${lookup({ a = "b" }, "a")}', "plain: /x"]],
    ['${upper("${var.a}}")}/x', ['reference: ${upper("${var.a}}")}', "plain: /x"]],
    ['${upper("\\"}")}/x', ['reference: ${upper("\\"}")}', "plain: /x"]],
    // Nothing begins here.
    ["a$b$", ["plain: a$b$"]],
    ["${var.a", ["plain: ${var.a"]],
    ["${merge({)}", ["plain: ${merge({)}"]],
    ['${upper("a)}', ['plain: ${upper("a)}']],
  ])("%s has the parts %j", (text, expected) => {
    expect(policyTextParts(text).map((part) => `${part.kind}: ${part.text}`)).toEqual(expected);
  });
});
