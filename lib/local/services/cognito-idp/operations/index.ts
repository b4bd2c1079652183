import { withShapes } from "../operation";
import { attributeOperations, passwordOperations, signInOperations, signUpOperations } from "./accounts";
import { deviceOperations, mfaOperations, passkeyOperations } from "./factors";
import { clientOperations, poolOperations, resourceServerOperations, styleOperations } from "./pools";
import { groupOperations, identityProviderOperations, userOperations } from "./users";

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
