import { Api, Config, type StackContext } from "serverform";

// #region config
export function Settings({ stack }: StackContext) {
  const { API_HOST } = Config.Parameter.create(stack, { API_HOST: "https://prices.example.com" });
  const { API_KEY } = Config.Secret.create(stack, "API_KEY");
  new Api(stack, "PricesApi", {
    defaults: { function: { bind: [API_HOST, API_KEY] } },
    routes: { "GET /prices": "functions/notes.get" },
  });
}
// #endregion
