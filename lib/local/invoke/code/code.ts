/** Code that can run. */
export interface ReadyCode {
  readonly folder: string;
  /** The folders of its layers, in their order. @default - it has none here */
  readonly layers?: readonly string[];
  /** The sources of a bundle of Node. @default - the code is not built here */
  readonly sources?: {
    /** Absolute. */
    readonly folder: string;
    /** Modules that the bundle leaves to layers. */
    readonly external: readonly string[];
  };
}

/** Why there is no code to run. */
export interface CodeProblem {
  readonly problem: string;
  /** The function cannot run here at all. Otherwise its author can correct the code. */
  readonly isRefusal: boolean;
}

/** The code of one or several functions. */
export interface Code {
  /** The result of `ready`, if it is known already. */
  readonly current: ReadyCode | CodeProblem | undefined;
  /** Builds the code if necessary. Never rejects. */
  ready(): Promise<ReadyCode | CodeProblem>;
  /** Calls the listener after each change of the code. The result removes the listener. */
  onChange(listener: () => void): () => void;
  /** Whether this library ships the code; what the app has in it are the files that were copied into it. @default false */
  readonly isOfPackage?: boolean;
  /** Replaces the position in a line of a stack by the position in the source. Returns other lines unchanged. */
  position(line: string): string;
}
