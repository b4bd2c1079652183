import type { Clock } from "../../../invoke";
import { randomText } from "../../../invoke";
import { TtlCache } from "../../../wire/ttl-cache";
import { refusals } from "../errors";

/** A session under another name than its text. */
interface NamedSession {
  readonly session: string;
}

/** A session that has ended, for as long as one may last. */
interface UsedSession {
  readonly isUsed: true;
}

const usedSeconds = 15 * 60;
const isUsedSession = (state: object): state is UsedSession => "isUsed" in state;
const isNamedSession = (state: object): state is NamedSession => "session" in state;

/**
 * The state between two steps of a sign-in, by the text of its session. A session is used once; a step that
 * the user may repeat keeps it.
 */
export class Sessions {
  private readonly open: TtlCache<object>;

  constructor(clock: Clock) {
    this.open = new TtlCache(clock, 10_000);
  }

  add<State extends object>(state: State, ttlSeconds: number): string {
    const session = `AYAB${randomText(120, "base64url")}`;
    this.put(session, state, ttlSeconds);
    return session;
  }

  /** Keeps a state under a name of its own, which no client knows. */
  put<State extends object>(name: string, state: State, ttlSeconds: number): void {
    this.open.set(name, state, ttlSeconds);
  }

  /** The state of a session; undefined for one that has ended, or that has another kind. */
  find<State extends object>(session: string, is: (state: object) => state is State): State | undefined {
    const state = this.open.get(session);
    return state !== undefined && is(state) ? state : undefined;
  }

  /** Lets a session be found by the content of its answer, for clients that send no session. */
  name(name: string, session: string, ttlSeconds: number): void {
    this.open.set(name, { session } satisfies NamedSession, ttlSeconds);
  }

  /** The session with a name; undefined if no such session exists, or it has ended. */
  named(name: string): string | undefined {
    const session = this.find(name, isNamedSession)?.session;
    const state = session === undefined ? undefined : this.open.get(session);
    return state === undefined || isUsedSession(state) ? undefined : session;
  }

  require<State extends object>(session: string | undefined, is: (state: object) => state is State): State {
    const state = session === undefined ? undefined : this.find(session, is);
    if (state === undefined) {
      const isUsed = session !== undefined && this.find(session, isUsedSession) !== undefined;
      const problem = isUsed ? "session can only be used once" : "session is expired";
      throw refusals.badSession(`Invalid session for the user, ${problem}.`);
    }
    return state;
  }

  end(session: string): void {
    this.open.set(session, { isUsed: true } satisfies UsedSession, usedSeconds);
  }
}
