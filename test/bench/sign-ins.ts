import { EndpointRouter } from "../../lib/local/services/endpoint-router";
import { ada, clientId, Directory } from "../local/services/cognito-idp/directory";
import { SrpSession } from "../local/services/cognito-idp/srp-client";
import { median, print, printGoal } from "./figures";

const perRound = 40;
/** Sign-ins per second. */
const goal = 100;

/**
 * Measures sign-ins by SRP: both requests of each, over HTTP, one after another. The arithmetic of the client is left out,
 * since clients are other processes. Time is that of the processor, so that a busy machine counts the same.
 */
export async function benchSignIns(rounds: number): Promise<void> {
  const directory = await Directory.start();
  await directory.signUp();
  await directory.confirm();
  const router = await EndpointRouter.start(() => {});
  router.serve(new Map([["cognito-idp", directory.service]]));
  const ask = async (operation: string, input: object): Promise<Answer> => {
    const headers = { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` };
    const response = await fetch(router.url, { method: "POST", headers, body: JSON.stringify(input) });
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as Answer;
  };
  print("\nSign-ins at a user pool, by SRP");
  const rates: number[] = [];
  // The first round compiles.
  for (let round = -1; round < rounds; round++) {
    let microseconds = 0;
    for (let index = 0; index < perRound; index++) microseconds += await signIn(ask);
    if (round >= 0) rates.push(perRound / (microseconds / 1e6));
  }
  await router.close();
  printGoal("sign-ins per second, of one core", median(rates), goal, "", 0);
}

interface Answer {
  readonly Session?: string;
  readonly ChallengeParameters?: Readonly<Record<string, string>>;
  readonly AuthenticationResult?: object;
}

const used = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

/** The processor time that the service takes for a sign-in, in microseconds. */
async function signIn(ask: (operation: string, input: object) => Promise<Answer>): Promise<number> {
  const session = new SrpSession();
  const AuthParameters = { USERNAME: ada, SRP_A: session.SRP_A };
  const begun = process.cpuUsage();
  const asked = await ask("InitiateAuth", { ClientId: clientId, AuthFlow: "USER_SRP_AUTH", AuthParameters });
  const first = used(begun);
  const { USER_ID_FOR_SRP = "", SALT = "", SRP_B = "", SECRET_BLOCK = "" } = asked.ChallengeParameters ?? {};
  const proof = session.proof({ group: "TestPool1", id: USER_ID_FOR_SRP }, { SALT, SRP_B, SECRET_BLOCK });
  const proved = process.cpuUsage();
  const answer = await ask("RespondToAuthChallenge", {
    ClientId: clientId,
    ChallengeName: "PASSWORD_VERIFIER",
    Session: asked.Session,
    ChallengeResponses: { USERNAME: USER_ID_FOR_SRP, ...proof },
  });
  if (answer.AuthenticationResult === undefined) throw new Error("nobody has signed in");
  return first + used(proved);
}
