import * as ddb from "@aws-appsync/utils/dynamodb";

export function request(ctx) {
  return ddb.remove({ key: { board: ctx.args.board, id: ctx.args.id } });
}

export function response(ctx) {
  return ctx.result;
}
