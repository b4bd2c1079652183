import { userAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsersInGroup.html */
export const listUsersInGroup = operation(
  { UserPoolId: "text!", GroupName: "text!", Limit: "number", NextToken: "text" },
  (pools, { UserPoolId, GroupName, Limit, NextToken }) => {
    const { groups, users } = pools.requirePool(UserPoolId);
    const { name } = groups.require(GroupName);
    const members = users.all.filter((user) => user.groups.includes(name));
    const { items, next } = pageOf(members, NextToken, Limit);
    return { Users: items.map((each) => userAnswer(each)), ...(next !== undefined && { NextToken: next }) };
  },
);
