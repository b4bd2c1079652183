import { read } from "./documents";

/** The types of resources that a document says are made, and those that a function has; each once, sorted. */
export function listedTypes(path: string): readonly string[] {
  const [, after = ""] = read(path).split(/\n## (?:Resources made|What it creates)\n/);
  const [table = ""] = after.split("\n## ");
  const types = [...table.matchAll(/`(aws_\w+)`/g)].map(([, type = ""]) => type);
  const brought = table.includes("a [Function]") ? functionTypes : [];
  const inherited = table.includes("the resources of an [Api]")
    ? listedTypes("lib/constructs/api/README.md")
    : [];
  return [...new Set([...types, ...brought, ...inherited])].sort();
}

/** The resources of a function of the library; lib/kit/function/README.md explains them. */
const functionTypes = [
  "aws_cloudwatch_log_group",
  "aws_iam_role",
  "aws_iam_role_policy",
  "aws_lambda_function",
];

/** The types of resources among addresses. */
export function typesOf(addresses: readonly string[]): readonly string[] {
  const types = addresses.map((address) => address.split(".")[0] ?? "");
  return [...new Set(types.filter((type) => type.startsWith("aws_")))];
}
