import { attributeOperations } from "./attributes";
import { clientOperations } from "./clients";
import { withShapes } from "./contract";
import { deviceOperations } from "./devices";
import { groupOperations } from "./groups";
import { identityProviderOperations } from "./identity-providers";
import { mfaOperations } from "./mfa";
import { passkeyOperations } from "./passkeys";
import { passwordOperations } from "./passwords";
import { poolOperations } from "./pools";
import { resourceServerOperations } from "./resource-servers";
import { signInOperations } from "./sign-in";
import { signUpOperations } from "./sign-up";
import { styleOperations } from "./styles";
import { userOperations } from "./users";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html */
export const cognitoOperations = withShapes({
  ...signUpOperations,
  ...signInOperations,
  ...passwordOperations,
  ...attributeOperations,
  ...userOperations,
  ...identityProviderOperations,
  ...groupOperations,
  ...mfaOperations,
  ...passkeyOperations,
  ...deviceOperations,
  ...clientOperations,
  ...poolOperations,
  ...resourceServerOperations,
  ...styleOperations,
});
