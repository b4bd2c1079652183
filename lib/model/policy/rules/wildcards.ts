import { streamsOfLogGroup } from "../../../facts/aws/arn-patterns";
import type { RoleFact } from "../../access/facts";
import type { PolicyDocumentStatement } from "../../iam/policy-document";
import type { PolicyFacts } from "../facts";
import type { Rule, Violation } from "../rule";

/**
 * Actions that do not support resources, so that a policy can only say `*`.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
const withoutResource =
  /^(xray:put|xray:get|cloudwatch:putmetricdata|ec2:(create|delete|describe)networkinterface|ec2:(un)?assignprivateipaddresses|logs:describeloggroups|sts:getcalleridentity|s3:listallmybuckets|ecr:getauthorizationtoken)/;

interface Wildcard {
  /** `dynamodb:*`, or `dynamodb:GetItem on *`. */
  readonly text: string;
}

/** Functions and other roles have no permission for all actions of a service, or for all resources. */
export function wildcards(): Rule {
  return {
    id: "wildcards",
    check: (facts) =>
      wildcardViolations(
        facts,
        wholeWildcards,
        (name) => `Write the actions and resources that ${name} needs.`,
      ),
  };
}

export function wildcardViolations(
  { roles }: PolicyFacts,
  find: (statement: PolicyDocumentStatement) => readonly Wildcard[],
  remedy: (name: string) => string,
): readonly Violation[] {
  return roles.flatMap((role) => {
    const found = role.role.statements.filter(({ effect }) => effect === "Allow").flatMap(find);
    const texts = [...new Set(found.map(({ text }) => text))];
    return texts.map((text) => ({
      at: { address: role.address },
      of: text,
      problem: `${holdersText(role)} may do this`,
      remedy: remedy(holdersText(role)),
    }));
  });
}

const holdersText = ({ holders, name }: RoleFact): string =>
  holders.length === 0 ? name : holders.join(", ");

/** All actions, all actions of a service, or all resources of actions that could name one. */
function wholeWildcards(statement: PolicyDocumentStatement): readonly Wildcard[] {
  const { writtenActions, notActions, resources, notResources } = statement;
  if (notActions) return [{ text: `everything except ${writtenActions.join(", ")}` }];
  const all = writtenActions.filter((action) => action === "*" || action.endsWith(":*"));
  const onAll = notResources || resources.includes("*");
  const named = onAll
    ? writtenActions.filter((action) => !all.includes(action) && !withoutResource.test(action.toLowerCase()))
    : [];
  return [...all.map((text) => ({ text })), ...named.map((action) => ({ text: `${action} on *` }))];
}

/** Any wildcard in an action or a resource, except where AWS accepts only wildcards. */
export function anyWildcards(statement: PolicyDocumentStatement): readonly Wildcard[] {
  const { writtenActions, notActions, resources } = statement;
  if (notActions) return [{ text: `everything except ${writtenActions.join(", ")}` }];
  const inActions = writtenActions.filter((action) => action.includes("*"));
  const takesResource = writtenActions.some((action) => !withoutResource.test(action.toLowerCase()));
  const inResources = resources.filter(
    (resource) => resource.includes("*") && takesResource && !streamsOfLogGroup.test(resource),
  );
  return [
    ...inActions.map((text) => ({ text })),
    ...inResources.map((resource) => ({ text: `${writtenActions.join(", ")} on ${resource}` })),
  ];
}
