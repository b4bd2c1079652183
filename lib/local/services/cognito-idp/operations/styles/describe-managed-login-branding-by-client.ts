import { refusals } from "../../errors";
import { operation } from "../contract";
import { styleAnswer } from "./style-answer";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeManagedLoginBrandingByClient.html */
export const describeManagedLoginBrandingByClient = operation(
  { UserPoolId: "text!", ClientId: "text!", ReturnMergedResources: "flag" },
  (pools, { UserPoolId, ClientId }) => {
    const { pool } = pools.requireClientOf(UserPoolId, ClientId);
    const style = pool.styles.ofClient(ClientId);
    if (style === undefined)
      throw refusals.noResource(`Managed login branding for client ${ClientId} does not exist.`);
    return styleAnswer(pool, style);
  },
);
