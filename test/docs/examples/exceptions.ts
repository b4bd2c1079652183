import { Api, exceptFromRule, type StackContext } from "serverform";

export function Status({ stack }: StackContext) {
  // #region exception
  const api = new Api(stack, "Status", { routes: { "GET /status": "functions/notes.get" } });
  exceptFromRule(api, {
    rule: "AwsSolutions-APIG4",
    of: "GET /status",
    reason: "Monitors without an account read the status.",
  });
  // #endregion
  return { api };
}
