import { AuthenticationDetails, CognitoUser, CognitoUserPool } from "amazon-cognito-identity-js";

export interface SrpUser {
  /** Where the service is. */
  readonly endpoint: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly name: string;
  readonly password: string;
}

/** Signs in with the client of apps in browsers, which proves the password; returns the tokens. */
export function signInWithSrp({
  endpoint,
  poolId,
  clientId,
  name,
  password,
}: SrpUser): Promise<{ id: string; access: string }> {
  const pool = new CognitoUserPool({ UserPoolId: poolId, ClientId: clientId, endpoint });
  const user = new CognitoUser({ Username: name, Pool: pool });
  const details = new AuthenticationDetails({ Username: name, Password: password });
  return new Promise((resolve, reject) => {
    user.authenticateUser(details, {
      onSuccess: (session) =>
        resolve({ id: session.getIdToken().getJwtToken(), access: session.getAccessToken().getJwtToken() }),
      onFailure: reject,
    });
  });
}
