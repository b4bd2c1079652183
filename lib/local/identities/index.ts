export {
  clientsOf,
  type UserPool,
  type UserPoolClient,
  userPoolsOf,
} from "../../model";
export { type CreateTokenOptions, createToken } from "./create-token";
export { issuerKeysPath, LocalIssuers, type LocalIssuersOptions } from "./local-issuers";
export { PoolKeys, type SigningKey } from "./pool-keys";
export { signToken } from "./sign-token";
export { type TokenIssuer, tokenIssuersOf, verifiesTokens } from "./token-issuers";
export { validitySeconds } from "./validity";
