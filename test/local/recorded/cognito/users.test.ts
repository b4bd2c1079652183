import * as sdk from "@aws-sdk/client-cognito-identity-provider";
import type { Values } from "../../../../lib/model";
import { clientId, Directory, poolId } from "../../services/cognito-idp/directory";
import { clientOf } from "../clients";
import { type ConversationFact, testConversations } from "../requests";

interface UserFact extends ConversationFact {
  /** Attributes of the pool and its client, as Terraform writes them. */
  readonly pool?: Values;
  readonly client?: Values;
}

testConversations<UserFact>("cognito/users", async ({ pool, client }) => {
  const directory = await Directory.start({ pool: { username_attributes: [], ...pool }, client });
  const { send, close } = clientOf(sdk, directory.client, directory.service);
  return {
    send: async (operation, input) => withClaims(await send(operation, named(input))),
    close,
  };
});

/** Requests of the records name the pool and the client by words. */
function named(input: object): object {
  return JSON.parse(JSON.stringify(input).replaceAll("<pool>", poolId).replaceAll("<client>", clientId));
}

/** An answer with the claims of its tokens. */
function withClaims(answer: object): object {
  const { AuthenticationResult: tokens } = answer as sdk.InitiateAuthCommandOutput;
  if (tokens === undefined) return answer;
  return { ...answer, AccessClaims: claimsOf(tokens.AccessToken), IdClaims: claimsOf(tokens.IdToken) };
}

function claimsOf(token = ""): object {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
