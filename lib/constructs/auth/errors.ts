import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

export const authTexts = {
  "auth-userbase-props": ({ key }: { key: string }) => ({
    problem: `has the key ${show(key)}, which is a prop of Userbase.`,
    remedy:
      "Auth signs in without a user directory and takes only authenticator. For a directory of users, create a Userbase.",
  }),
  "auth-api-attached": ({ other }: { other: string }) => ({
    problem: `has the Auth ${show(other)} already.`,
    remedy: "Call attach once for each API. To sign in on several ways, give AuthHandler several providers.",
  }),
  "auth-prefix-differs": ({ value, former }: { value: string; former: string }) => ({
    problem: `is ${show(value)}, but this Auth is attached to another API with the prefix ${show(former)}.`,
    remedy: `Use ${show(former)} here as well, or create another Auth.`,
  }),
  "auth-authenticator-taken": ({ other }: { other: string }) => ({
    problem: `is the authenticator of ${show(other)} already.`,
    remedy: "Give each Auth its own function; several may have the same handler.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...authTexts };

export const fail: Fail<typeof texts> = failWith(texts);
