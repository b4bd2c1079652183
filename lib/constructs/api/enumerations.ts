/**
 * Versions of payloads by the names that applications of SST have for them.
 *
 * @deprecated Write `"1.0"` or `"2.0"`.
 */
export const ApiPayloadFormatVersion = { V1_0: "1.0", V2_0: "2.0" } as const;

/**
 * Kinds of authorization by the names that applications of SST have for them. The keys of your own authorizers replace `CUSTOM` and `JWT`.
 *
 * @deprecated Write `authorizer: "iam"`, `"none"` or the key of an authorizer.
 */
export const ApiAuthorizationType = { AWS_IAM: "iam", NONE: "none", JWT: "jwt", CUSTOM: "custom" } as const;
