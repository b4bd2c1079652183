import type {
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
  PreTokenGenerationV2TriggerEvent,
} from "aws-lambda";
import type { Directory } from "./directory";
import { domainOf } from "./domain";

/** The triggers, over any directory. Each gives its event back, which is its answer. */
export function triggerHandlers(directory: Directory, signUpDomain: string) {
  /** Only addresses of one domain may sign up. Whether an address is the user's own, the code in the mail will show. */
  const preSignUp = async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    if (domainOf(event.request.userAttributes.email) !== signUpDomain) {
      throw new Error(`Only addresses of ${signUpDomain} may sign up`);
    }
    return event;
  };

  /** A user who has confirmed the address is a member. The same trigger runs after a forgotten password, too. */
  const postConfirmation = async (
    event: PostConfirmationTriggerEvent,
  ): Promise<PostConfirmationTriggerEvent> => {
    // Each event names the directory: nothing needs to be looked up.
    const { triggerSource, userPoolId, userName } = event;
    if (triggerSource === "PostConfirmation_ConfirmSignUp") {
      await directory.addToGroup(userPoolId, userName, "members");
    }
    return event;
  };

  /** Both tokens say to which company a user belongs. */
  const preTokenGeneration = async (
    event: PreTokenGenerationV2TriggerEvent,
  ): Promise<PreTokenGenerationV2TriggerEvent> => {
    const claimsToAddOrOverride = { company: domainOf(event.request.userAttributes.email) };
    const claimsAndScopeOverrideDetails = {
      idTokenGeneration: { claimsToAddOrOverride },
      accessTokenGeneration: { claimsToAddOrOverride },
    };
    return { ...event, response: { claimsAndScopeOverrideDetails } };
  };

  return { preSignUp, postConfirmation, preTokenGeneration };
}
