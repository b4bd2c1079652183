import * as ddb from "@aws-appsync/utils/dynamodb";

/** A page of a board, the newest first. */
export function request(ctx) {
  const { board, limit = 20, nextToken } = ctx.args;
  return ddb.query({ query: { board: { eq: board } }, scanIndexForward: false, limit, nextToken });
}

export function response(ctx) {
  return ctx.result;
}
