import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPolicyFacts } from "../../../lib/model";
import type { PolicyFacts, Rule } from "../../../lib/model/policy";
import { findingsOf } from "../../../lib/model/policy/rule";
import { temporaryFolder } from "../../support/stack";

type Resources = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The facts of resources, written as Terraform JSON. */
export function factsOf(resource: Resources, provider: object = {}): PolicyFacts {
  const folder = temporaryFolder();
  const json = { provider: { aws: [{ region: "eu-west-1", ...provider }] }, resource };
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify(json));
  return readPolicyFacts(folder, "dev");
}

/** The findings of a rule, as lines: `aws_sqs_queue.q: its data is not encrypted`. */
export function linesOf(rule: Rule, facts: PolicyFacts): readonly string[] {
  return findingsOf(rule, facts).map(({ path, of, problem }) =>
    [path.replace(/^.*\//, ""), ...(of === undefined ? [] : [of]), problem].join(": "),
  );
}

/** A role whose policy has these statements. */
export const roleWith = (...statements: readonly object[]): Resources => ({
  aws_iam_role: { r: { name: "r", assume_role_policy: JSON.stringify({ Statement: [] }) } },
  aws_iam_role_policy: {
    p: { role: "r", policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) },
  },
});

export const allow = (Action: unknown, Resource: unknown = "arn:aws:sqs:eu-west-1:123456789012:q") => ({
  Effect: "Allow",
  Action,
  Resource,
});
