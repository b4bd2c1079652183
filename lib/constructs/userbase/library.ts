import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { access, actionsOf, grant, type PermissionRow } from "../../kit/iam";
import { userbaseTexts } from "./errors";

const administer = actionsOf(
  "cognito-idp",
  "AdminGetUser AdminCreateUser AdminDeleteUser AdminUpdateUserAttributes AdminSetUserPassword AdminConfirmSignUp " +
    "AdminEnableUser AdminDisableUser AdminInitiateAuth AdminRespondToAuthChallenge AdminUserGlobalSignOut " +
    "AdminAddUserToGroup AdminRemoveUserFromGroup AdminListGroupsForUser ListUsers ListUsersInGroup",
);

export const userbaseRow = {
  name: "Userbase",
  types: ["aws_cognito_user_pool"],
  byDefault: access(grant(administer, ["{arn}"])),
  access: { grantFullAccess: access(grant(["cognito-idp:*"], ["{arn}"])) },
} satisfies PermissionRow;

export type UserbaseMetadata = ConstructMetadata<
  "Userbase",
  {
    readonly identityPoolId?: string | undefined;
    readonly userPoolId: string;
    readonly triggers: readonly { readonly name: string; readonly fn?: FunctionRef | undefined }[];
  }
>;

export const userbaseDescription = {
  className: "Userbase",
  row: userbaseRow,
  binding: { client: "userbase", variables: ["userPoolId", "userPoolClientId"], grants: true },
  metadata: metadataKind<UserbaseMetadata>("Userbase"),
  texts: userbaseTexts,
  document: { summary: "users who sign up and sign in, their groups and permissions", group: "Users" },
} as const satisfies ConstructDescription;
