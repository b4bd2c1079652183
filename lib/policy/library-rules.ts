import { awsSolutionsIds } from "./packs/aws-solutions";

/** The ids of all rules that this package has. */
export const libraryRuleIds: readonly string[] = [
  "allowed-regions",
  "encryption",
  "log-retention",
  "naming",
  "open-routes",
  "required-tags",
  "wildcards",
  ...awsSolutionsIds,
];
