import { refusals } from "../../errors";
import { totpStep } from "../../secrets/totp";
import { operation } from "../contract";
import { renewed, tokenOwner } from "./associate-software-token";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifySoftwareToken.html */
export const verifySoftwareToken = operation(
  { UserCode: "text!", AccessToken: "text", Session: "text", FriendlyDeviceName: "text" },
  async (pools, input) => {
    const { pool, user, state } = await tokenOwner(pools, input);
    const { FriendlyDeviceName: name, Session, UserCode } = input;
    const secret = user.mfa.newSecret;
    if (secret === undefined) throw refusals.invalid("User has not associated a software token");
    if (totpStep(secret, UserCode, pool.clock.now()) === undefined) throw refusals.wrongTotp();
    delete user.mfa.newSecret;
    user.mfa.totp = { secret, ...(name !== undefined && { name }) };
    if (state === undefined) return { Status: "SUCCESS" };
    // From now on, the user has the second factor.
    user.mfa.enabled = [...new Set([...user.mfa.enabled, "SOFTWARE_TOKEN_MFA" as const])];
    user.mfa.preferred ??= "SOFTWARE_TOKEN_MFA";
    if (state.step.challenge === "MFA_SETUP") state.step.isSetUp = true;
    return { Status: "SUCCESS", Session: renewed(pool, state, Session ?? "") };
  },
);
