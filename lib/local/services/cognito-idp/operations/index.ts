import { deleteUser } from "./account/delete-user";
import { deleteUserAttributes } from "./account/delete-user-attributes";
import { getUser } from "./account/get-user";
import { getUserAttributeVerificationCode } from "./account/get-user-attribute-verification-code";
import { updateUserAttributes } from "./account/update-user-attributes";
import { verifyUserAttribute } from "./account/verify-user-attribute";
import { adminConfirmSignUp } from "./admin/admin-confirm-sign-up";
import { adminCreateUser } from "./admin/admin-create-user";
import { adminDeleteUser } from "./admin/admin-delete-user";
import { adminDeleteUserAttributes } from "./admin/admin-delete-user-attributes";
import { adminDisableProviderForUser } from "./admin/admin-disable-provider-for-user";
import { adminDisableUser } from "./admin/admin-disable-user";
import { adminEnableUser } from "./admin/admin-enable-user";
import { adminGetUser } from "./admin/admin-get-user";
import { adminLinkProviderForUser } from "./admin/admin-link-provider-for-user";
import { adminResetUserPassword } from "./admin/admin-reset-user-password";
import { adminSetUserPassword } from "./admin/admin-set-user-password";
import { adminUpdateUserAttributes } from "./admin/admin-update-user-attributes";
import { adminUserGlobalSignOut } from "./admin/admin-user-global-sign-out";
import { createUserPoolClient } from "./clients/create-user-pool-client";
import { deleteUserPoolClient } from "./clients/delete-user-pool-client";
import { updateUserPoolClient } from "./clients/update-user-pool-client";
import type { CognitoOperation } from "./contract";
import { adminForgetDevice } from "./devices/admin-forget-device";
import { adminGetDevice } from "./devices/admin-get-device";
import { adminListDevices } from "./devices/admin-list-devices";
import { adminUpdateDeviceStatus } from "./devices/admin-update-device-status";
import { confirmDevice } from "./devices/confirm-device";
import { forgetDevice } from "./devices/forget-device";
import { getDevice } from "./devices/get-device";
import { listDevices } from "./devices/list-devices";
import { updateDeviceStatus } from "./devices/update-device-status";
import { describeIdentityProvider } from "./directory/describe-identity-provider";
import { describeResourceServer } from "./directory/describe-resource-server";
import { describeUserPool } from "./directory/describe-user-pool";
import { describeUserPoolClient } from "./directory/describe-user-pool-client";
import { describeUserPoolDomain } from "./directory/describe-user-pool-domain";
import { getIdentityProviderByIdentifier } from "./directory/get-identity-provider-by-identifier";
import { listIdentityProviders } from "./directory/list-identity-providers";
import { listResourceServers } from "./directory/list-resource-servers";
import { listUserPoolClients } from "./directory/list-user-pool-clients";
import { listUserPools } from "./directory/list-user-pools";
import { listUsers } from "./directory/list-users";
import { adminAddUserToGroup } from "./groups/admin-add-user-to-group";
import { adminListGroupsForUser } from "./groups/admin-list-groups-for-user";
import { adminRemoveUserFromGroup } from "./groups/admin-remove-user-from-group";
import { createGroup } from "./groups/create-group";
import { deleteGroup } from "./groups/delete-group";
import { getGroup } from "./groups/get-group";
import { listGroups } from "./groups/list-groups";
import { listUsersInGroup } from "./groups/list-users-in-group";
import { updateGroup } from "./groups/update-group";
import { adminSetUserMFAPreference } from "./mfa/admin-set-user-mfa-preference";
import { adminSetUserSettings } from "./mfa/admin-set-user-settings";
import { associateSoftwareToken } from "./mfa/associate-software-token";
import { getUserPoolMfaConfig } from "./mfa/get-user-pool-mfa-config";
import { setUserMFAPreference } from "./mfa/set-user-mfa-preference";
import { setUserSettings } from "./mfa/set-user-settings";
import { verifySoftwareToken } from "./mfa/verify-software-token";
import { completeWebAuthnRegistration } from "./passkeys/complete-web-authn-registration";
import { deleteWebAuthnCredential } from "./passkeys/delete-web-authn-credential";
import { listWebAuthnCredentials } from "./passkeys/list-web-authn-credentials";
import { startWebAuthnRegistration } from "./passkeys/start-web-authn-registration";
import { changePassword } from "./recovery/change-password";
import { confirmForgotPassword } from "./recovery/confirm-forgot-password";
import { forgotPassword } from "./recovery/forgot-password";
import { adminGetUserAuthFactors } from "./sign-in/admin-get-user-auth-factors";
import { adminInitiateAuth } from "./sign-in/admin-initiate-auth";
import { adminRespondToAuthChallenge } from "./sign-in/admin-respond-to-auth-challenge";
import { getTokensFromRefreshToken } from "./sign-in/get-tokens-from-refresh-token";
import { getUserAuthFactors } from "./sign-in/get-user-auth-factors";
import { globalSignOut } from "./sign-in/global-sign-out";
import { initiateAuth } from "./sign-in/initiate-auth";
import { respondToAuthChallenge } from "./sign-in/respond-to-auth-challenge";
import { revokeToken } from "./sign-in/revoke-token";
import { confirmSignUp } from "./sign-up/confirm-sign-up";
import { resendConfirmationCode } from "./sign-up/resend-confirmation-code";
import { signUp } from "./sign-up/sign-up";
import { createManagedLoginBranding } from "./styles/create-managed-login-branding";
import { deleteManagedLoginBranding } from "./styles/delete-managed-login-branding";
import { describeManagedLoginBrandingByClient } from "./styles/describe-managed-login-branding-by-client";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html */
export const cognitoOperations = {
  AdminAddUserToGroup: adminAddUserToGroup,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminCreateUser: adminCreateUser,
  AdminDeleteUser: adminDeleteUser,
  AdminDeleteUserAttributes: adminDeleteUserAttributes,
  AdminDisableProviderForUser: adminDisableProviderForUser,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminForgetDevice: adminForgetDevice,
  AdminGetDevice: adminGetDevice,
  AdminGetUser: adminGetUser,
  AdminGetUserAuthFactors: adminGetUserAuthFactors,
  AdminInitiateAuth: adminInitiateAuth,
  AdminLinkProviderForUser: adminLinkProviderForUser,
  AdminListDevices: adminListDevices,
  AdminListGroupsForUser: adminListGroupsForUser,
  AdminRemoveUserFromGroup: adminRemoveUserFromGroup,
  AdminResetUserPassword: adminResetUserPassword,
  AdminRespondToAuthChallenge: adminRespondToAuthChallenge,
  AdminSetUserMFAPreference: adminSetUserMFAPreference,
  AdminSetUserPassword: adminSetUserPassword,
  AdminSetUserSettings: adminSetUserSettings,
  AdminUpdateDeviceStatus: adminUpdateDeviceStatus,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  AssociateSoftwareToken: associateSoftwareToken,
  ChangePassword: changePassword,
  CompleteWebAuthnRegistration: completeWebAuthnRegistration,
  ConfirmDevice: confirmDevice,
  ConfirmForgotPassword: confirmForgotPassword,
  ConfirmSignUp: confirmSignUp,
  CreateGroup: createGroup,
  CreateManagedLoginBranding: createManagedLoginBranding,
  CreateUserPoolClient: createUserPoolClient,
  DeleteGroup: deleteGroup,
  DeleteManagedLoginBranding: deleteManagedLoginBranding,
  DeleteUser: deleteUser,
  DeleteUserAttributes: deleteUserAttributes,
  DeleteUserPoolClient: deleteUserPoolClient,
  DeleteWebAuthnCredential: deleteWebAuthnCredential,
  DescribeIdentityProvider: describeIdentityProvider,
  DescribeManagedLoginBrandingByClient: describeManagedLoginBrandingByClient,
  DescribeResourceServer: describeResourceServer,
  DescribeUserPool: describeUserPool,
  DescribeUserPoolClient: describeUserPoolClient,
  DescribeUserPoolDomain: describeUserPoolDomain,
  ForgetDevice: forgetDevice,
  ForgotPassword: forgotPassword,
  GetDevice: getDevice,
  GetGroup: getGroup,
  GetIdentityProviderByIdentifier: getIdentityProviderByIdentifier,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  GetUser: getUser,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  GetUserAuthFactors: getUserAuthFactors,
  GetUserPoolMfaConfig: getUserPoolMfaConfig,
  GlobalSignOut: globalSignOut,
  InitiateAuth: initiateAuth,
  ListDevices: listDevices,
  ListGroups: listGroups,
  ListIdentityProviders: listIdentityProviders,
  ListResourceServers: listResourceServers,
  ListUserPoolClients: listUserPoolClients,
  ListUserPools: listUserPools,
  ListUsers: listUsers,
  ListUsersInGroup: listUsersInGroup,
  ListWebAuthnCredentials: listWebAuthnCredentials,
  ResendConfirmationCode: resendConfirmationCode,
  RespondToAuthChallenge: respondToAuthChallenge,
  RevokeToken: revokeToken,
  SetUserMFAPreference: setUserMFAPreference,
  SetUserSettings: setUserSettings,
  SignUp: signUp,
  StartWebAuthnRegistration: startWebAuthnRegistration,
  UpdateDeviceStatus: updateDeviceStatus,
  UpdateGroup: updateGroup,
  UpdateUserAttributes: updateUserAttributes,
  UpdateUserPoolClient: updateUserPoolClient,
  VerifySoftwareToken: verifySoftwareToken,
  VerifyUserAttribute: verifyUserAttribute,
} satisfies Record<string, CognitoOperation>;
