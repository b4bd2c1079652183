import type { Pool } from "../pool";
import type { User } from "../state/user";

/** A user who has just signed up, and may sign in with the session of that. */
interface SignedUp {
  readonly kind: "signed-up";
  readonly username: string;
}

const isSignedUp = (state: object): state is SignedUp => "kind" in state && state.kind === "signed-up";
const sessionSeconds = 3 * 60;

/** The session with which a new user signs in, without another proof, after confirming. */
export function signedUpSession({ sessions }: Pool, { username }: User): string {
  return sessions.add<SignedUp>({ kind: "signed-up", username }, sessionSeconds);
}

/** The confirmed user of such a session; undefined for another session, or another user. */
export function findSignedUp({ sessions }: Pool, session: string, user: User | undefined): User | undefined {
  const state = sessions.find(session, isSignedUp);
  if (state === undefined || user?.username !== state.username || user.status !== "CONFIRMED")
    return undefined;
  sessions.end(session);
  return user;
}
