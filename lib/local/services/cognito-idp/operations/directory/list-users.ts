import { refusals } from "../../errors";
import { userAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";
import { parseFilter } from "./filter";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html */
export const listUsers = operation(
  { UserPoolId: "text!", AttributesToGet: "texts", Limit: "number", PaginationToken: "text", Filter: "text" },
  (pools, { UserPoolId, AttributesToGet, Limit, PaginationToken, Filter = "" }) => {
    const { users, settings } = pools.requirePool(UserPoolId);
    for (const name of AttributesToGet ?? []) {
      if (!settings.attributes.has(name))
        throw refusals.invalid(`One or more requested attributes do not exist: ${name}`);
    }
    const { items, next } = pageOf(users.all.filter(parseFilter(Filter)), PaginationToken, Limit);
    return {
      Users: items.map((each) => userAnswer(each, AttributesToGet)),
      ...(next !== undefined && { PaginationToken: next }),
    };
  },
);
