import { util } from "@aws-appsync/utils";
import * as ddb from "@aws-appsync/utils/dynamodb";

/** Writes the text that the step before has approved. */
export function request(ctx) {
  return ddb.put({
    key: { board: ctx.args.board, id: util.autoUlid() },
    item: {
      text: ctx.prev.result.text,
      author: ctx.identity.username,
      postedAt: util.time.nowISO8601(),
    },
  });
}

export function response(ctx) {
  if (ctx.error) {
    util.error(ctx.error.message, ctx.error.type);
  }
  return ctx.result;
}
