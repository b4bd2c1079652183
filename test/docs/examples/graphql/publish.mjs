// #region publish
import { util } from "@aws-appsync/utils";

export function request(ctx) {
  return { payload: { id: util.autoId(), title: ctx.args.title } };
}

export function response(ctx) {
  return ctx.result;
}
// #endregion
