import { type PolicyKind, readPolicyDocument } from "../iam/policy-document";
import type { Model } from "../resources/model";
import { blocks, text } from "../resources/values";
import { resourcePolicyDocuments } from "./resource-policies";
import { contentOf } from "./statements-of";

interface Document {
  readonly address: string;
  readonly document: unknown;
  readonly kind: PolicyKind;
}

/** A sentence for each policy of a model that AWS refuses, so that everything it decides about is denied here. */
export function policyProblems(model: Model): readonly string[] {
  return documentsOf(model).flatMap(({ address, document, kind }) => {
    const read = readPolicyDocument(contentOf(document), kind);
    return "statements" in read
      ? []
      : [
          `${address}: AWS refuses this policy (MalformedPolicyDocument), so everything that it decides about is denied here. ${read.problem}`,
        ];
  });
}

function documentsOf(model: Model): readonly Document[] {
  const of = (type: string, attribute: string, kind: PolicyKind): readonly Document[] =>
    model.ofType(type).flatMap(({ address, values }) => {
      const document = text(values, attribute);
      return document === undefined ? [] : [{ address, document, kind }];
    });
  const inline = model.ofType("aws_iam_role").flatMap(({ address, values }) =>
    blocks(values, "inline_policy").flatMap((each): readonly Document[] => {
      const document = text(each, "policy");
      return document === undefined ? [] : [{ address, document, kind: "identity" }];
    }),
  );
  const resources = resourcePolicyDocuments(model).map(
    ({ holder: { address }, document }): Document => ({ address, document, kind: "resource" }),
  );
  return [
    ...of("aws_iam_role_policy", "policy", "identity"),
    ...of("aws_iam_policy", "policy", "identity"),
    ...of("aws_iam_role", "assume_role_policy", "trust"),
    ...inline,
    ...resources,
  ];
}
