import { ownValue } from "../../../facts/errors/own-value";
import type { PropMove } from "../prop-moves";
import type { SstStackFile } from "../stack-source";
import { children, objectMembersOf, type SyntaxNode } from "../syntax";
import { appSyncAuthorization } from "./app-sync-authorization";

/** Props of AWS CDK below `cdk` that have other places or other values here. */
const moves: Readonly<Record<string, readonly PropMove[]>> = {
  AppSyncApi: [{ at: "cdk.graphqlApi.authorizationConfig", to: "cdk.graphqlApi", as: appSyncAuthorization }],
  Bucket: [
    { at: "cdk.bucket.cors", to: "cors", as: corsRules },
    // Everything is blocked by default.
    { at: "cdk.bucket.blockPublicAccess", to: "", as: blocksAll },
    { at: "cdk.bucket.autoDeleteObjects", to: "cdk.bucket.forceDestroy" },
    { at: "cdk.bucket.publicReadAccess", to: "", only: ({ value }) => value === false },
    { at: "cdk.bucket.publicReadAccess", to: "cdk.publicAccessBlock", as: publicAccess },
  ],
  Userbase: [
    {
      at: "cdk.userPool.selfSignUpEnabled",
      to: "cdk.userPool.adminCreateUserConfig",
      as: (file, value) => `{ allowAdminCreateUserOnly: ${negated(file.textOf(value))} }`,
    },
  ],
};

/** The moves of a construct, by its name here. */
export const cdkMoves = (className: string): readonly PropMove[] => ownValue(moves, className) ?? [];

const negated = (text: string): string =>
  text === "true" ? "false" : text === "false" ? "true" : `!(${text})`;

function blocksAll(file: SstStackFile, value: SyntaxNode): string | undefined {
  return /\bBLOCK_ALL$/.test(file.edited.original.slice(value.start, value.end)) ? "true" : undefined;
}

/** `true` allows a policy of the bucket that is for everyone; `addPublicRead` writes the policy. */
function publicAccess(_: SstStackFile, { value }: SyntaxNode): string | undefined {
  return value === true ? "false" : undefined;
}

/** Rules for CORS: `maxAge` is a duration. */
function corsRules(file: SstStackFile, value: SyntaxNode): string {
  for (const rule of children(value, "elements"))
    for (const { key, value: age } of objectMembersOf(file.objectOf(rule)))
      if (key === "maxAge" && age.type === "NumericLiteral")
        file.edited.replace(age, JSON.stringify(`${age.value} seconds`));
  return file.textOf(value);
}
