import { fail } from "../cli/errors";
import type { Local, UsersAnswer, UsersCommand } from "../local";

type Granted = Exclude<UsersAnswer, { readonly problem: string }>;

/** Sends a command to the app's pools. Throws if the pool refuses it. */
export async function askUsers(local: Pick<Local, "users">, command: UsersCommand): Promise<Granted> {
  const answer = await local.users(command);
  return "problem" in answer ? refuseUser(answer.problem) : answer;
}

export function refuseUser(reason: string): never {
  return fail("serveLocal", "local-users-refused", "users", { reason });
}
