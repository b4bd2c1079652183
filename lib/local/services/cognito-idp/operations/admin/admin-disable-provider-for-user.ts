import { text } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { findLinked, identitiesOf, setIdentities } from "../../state/identities";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDisableProviderForUser.html */
export const adminDisableProviderForUser = operation(
  { UserPoolId: "text!", User: "structure!" },
  (pools, { UserPoolId, User }) => {
    const { users } = pools.requirePool(UserPoolId);
    const [providerName, userId] = ["ProviderName", "ProviderAttributeValue"].map(
      (name) => text(User, name) ?? "",
    );
    const user = findLinked(users, providerName ?? "", userId ?? "");
    if (user === undefined) throw refusals.noUser();
    setIdentities(
      user,
      identitiesOf(user).filter((each) => each.providerName !== providerName || each.userId !== userId),
    );
    return {};
  },
);
