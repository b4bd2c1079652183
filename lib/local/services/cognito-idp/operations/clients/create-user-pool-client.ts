import { randomInt } from "node:crypto";
import { refusals } from "../../errors";
import { operation } from "../contract";
import { checkClientInput } from "./check-client-input";
import { clientAnswer } from "./client-answer";
import { clientMembers, clientValues } from "./client-members";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const maxClients = 1000;

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html */
export const createUserPoolClient = operation(
  {
    UserPoolId: "text!",
    ClientName: "text!",
    GenerateSecret: "flag",
    ClientSecret: "text",
    ...clientMembers,
  },
  (pools, { UserPoolId, ClientName, GenerateSecret, ClientSecret, ...input }) => {
    const pool = pools.requirePool(UserPoolId);
    if (GenerateSecret === true && ClientSecret !== undefined)
      throw refusals.invalid("ClientSecret cannot be given together with GenerateSecret.");
    const secret = GenerateSecret === true ? randomId(51) : ClientSecret;
    checkClientInput(pools, {
      poolId: UserPoolId,
      name: ClientName,
      hasSecret: secret !== undefined,
      input,
      occasion: "creating",
    });
    if (pool.clients.all.length >= maxClients)
      throw refusals.limit(`The maximum number of clients of user pool ${UserPoolId} has been reached.`);
    const now = pool.clock.now();
    const id = randomId(26);
    pool.clients.put({
      id,
      name: ClientName,
      values: {
        ...clientValues(UserPoolId, ClientName, input),
        ...(secret !== undefined && { client_secret: secret }),
      },
      createdAt: now,
      modifiedAt: now,
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(id)) };
  },
);

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

function randomId(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
