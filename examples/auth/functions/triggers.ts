import { cognitoDirectory } from "./directory";
import { triggerHandlers } from "./trigger-handlers";

export const { preSignUp, postConfirmation, preTokenGeneration } = triggerHandlers(
  cognitoDirectory(),
  process.env.SIGN_UP_DOMAIN ?? "",
);
