import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteManagedLoginBranding.html */
export const deleteManagedLoginBranding = operation(
  { ManagedLoginBrandingId: "text!", UserPoolId: "text!" },
  (pools, { ManagedLoginBrandingId, UserPoolId }) => {
    pools.requirePool(UserPoolId).styles.delete(ManagedLoginBrandingId);
    return {};
  },
);
