import { extensions, util } from "@aws-appsync/utils";

export function request() {
  return { payload: null };
}

/** Tells subscribers of the posts that others write. */
export function response(ctx) {
  const wanted = { board: { eq: ctx.args.board }, author: { ne: ctx.identity.username } };
  extensions.setSubscriptionFilter(util.transform.toSubscriptionFilter(wanted));
  return null;
}
