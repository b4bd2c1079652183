import { Api, Auth, Config, type StackContext } from "serverform";

// #region auth
export function SignIn({ stack }: StackContext) {
  const api = new Api(stack, "Api", { routes: { "GET /me": "functions/me.get" } });
  const { GITHUB_SECRET } = Config.Secret.create(stack, "GITHUB_SECRET");
  const auth = new Auth(stack, "Auth", {
    authenticator: { handler: "functions/sign-in.handler", bind: [GITHUB_SECRET] },
  });
  auth.attach(stack, { api });
}
// #endregion
