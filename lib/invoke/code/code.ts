/** Code that can be run. */
export interface ReadyCode {
  readonly folder: string;
}

/** Why there is no code to run. */
export interface CodeProblem {
  readonly problem: string;
  /** It cannot be run at all; otherwise its author can correct it. */
  readonly isRefusal: boolean;
}

/** The code of one or several functions. */
export interface Code {
  /** What `ready` would give, if it is known already. */
  readonly current: ReadyCode | CodeProblem | undefined;
  /** Waits for what has to be built. Never rejects. */
  ready(): Promise<ReadyCode | CodeProblem>;
  /** Calls when the code has become another one; the result ends that. */
  onChange(listener: () => void): () => void;
  /** A line of a stack, with the place in the source instead of the one in the bundle; other lines as they are. */
  position(line: string): string;
}
