import type { Model } from "../../../lib/model";
import { modelOf } from "../../model/resources/output";

/** A model with two pools; the second has no client. */
export function poolsModel(more: object = {}): Model {
  const at = (path: string) => ({ "//": { metadata: { path } } });
  return modelOf({
    provider: { aws: { region: "eu-west-1" } },
    resource: {
      aws_cognito_user_pool: {
        Users: { ...at("dev-notes-Service/Users/UserPool"), name: "dev-notes-Users" },
        Staff: {
          ...at("dev-notes-Service/Staff/UserPool"),
          name: "dev-notes-Staff",
          username_attributes: ["email"],
        },
      },
      aws_cognito_user_pool_client: {
        Web: {
          ...at("dev-notes-Service/Users/Client"),
          name: "web",
          user_pool_id: "${aws_cognito_user_pool.Users.id}",
          access_token_validity: 30,
          id_token_validity: 2,
          token_validity_units: { access_token: "minutes" },
        },
      },
      ...more,
    },
  });
}
