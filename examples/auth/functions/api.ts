import { apiHandlers } from "./api-handlers";
import { cognitoDirectory } from "./directory";

export const { me, list, identity } = apiHandlers(cognitoDirectory(), process.env.USER_POOL_ID ?? "");
