import { solutionsRules } from "./packs/aws-solutions";
import type { SolutionsRule } from "./packs/aws-solutions/solutions-rule";
import type { RuleText } from "./rule";

/** Rules whose findings differ by the place or the settings. */
const varying = {
  "allowed-regions": {
    problem: "is in a region that the policy does not list",
    remedy: "Set the region of the app or of the provider to one that allowedRegions lists.",
  },
  encryption: {
    problem: "stores data without encryption or, with customerKeys, with a key of AWS",
    remedy: "Encrypt it with a key of KMS; with customerKeys, with your own key.",
  },
  "log-retention": {
    problem: "keeps logs forever, or for a time outside of minDays and maxDays",
    remedy: "Set the retention of the logs within the limits of the policy.",
  },
  naming: {
    problem: "has a name in AWS that the pattern of the policy does not match",
    remedy: "Choose another id or another name.",
  },
  "open-routes": {
    problem: "has a route that everyone may call, and that the policy does not list",
    remedy: "Give the route an authorizer, or list it in except of openRoutes.",
  },
  "required-tags": {
    problem: "lacks a tag of the policy, or the tag has another value",
    remedy: "Set the tag for all resources: new App({ provider: { defaultTags: { ... } } }).",
  },
  wildcards: {
    problem: "may perform all actions, all actions of a service, or an action on all resources",
    remedy:
      'Name the actions and the resources, for example with a grant: permissions: [[table, "grantReadData"]].',
  },
  "AwsSolutions-APIG1": {
    problem: "its requests are not logged",
    remedy: "Leave `accessLog` on, or set it.",
  },
  "AwsSolutions-APIG4": {
    problem: "it has no authorizer",
    remedy: "Set `authorizer` of the route.",
  },
  "AwsSolutions-APIG6": {
    problem: "CloudWatch does not log all methods",
    remedy: 'Add ApiGatewayMethodSettings with methodPath "*/*" and settings.loggingLevel.',
  },
  "AwsSolutions-EVB1": { problem: "every account may send events", remedy: "Name the accounts." },
  "AwsSolutions-IAM4": {
    problem: "has a policy of AWS, which allows more than this app needs",
    remedy: "Write the permissions that the code uses.",
  },
  "AwsSolutions-IAM5": {
    problem: "may do something with a wildcard",
    remedy: "Name the actions and resources, or except it with the reason.",
  },
  "AwsSolutions-L1": {
    problem: "has a runtime that is not the latest of its language",
    remedy: "Use the runtime that the finding names.",
  },
} satisfies Readonly<Record<string, RuleText>>;

export const ruleTexts: Readonly<Record<string, RuleText>> = {
  ...Object.fromEntries(
    Object.entries<SolutionsRule>(solutionsRules).flatMap(([id, { text }]) =>
      text === undefined ? [] : [[id, text]],
    ),
  ),
  ...varying,
};
