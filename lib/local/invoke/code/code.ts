export interface ReadyCode {
  readonly folder: string;
  /** The folders of its layers, in order. @default - no local layers */
  readonly layers?: readonly string[];
  /** The sources of a bundle of Node. @default - the code is not built here */
  readonly sources?: {
    /** Absolute. */
    readonly folder: string;
    /** Modules that the bundle expects in layers. */
    readonly external: readonly string[];
  };
}

export interface CodeProblem {
  readonly problem: string;
  /** Whether the function cannot run here at all. Otherwise its author can fix the code. */
  readonly isRefusal: boolean;
}

export interface Code {
  /** The result of `ready`, if it is already known. */
  readonly current: ReadyCode | CodeProblem | undefined;
  /** Builds the code if necessary. Never rejects. */
  ready(): Promise<ReadyCode | CodeProblem>;
  /** Calls the listener after each change of the code. The result removes the listener. */
  onChange(listener: () => void): () => void;
  /** Whether this library ships the code; the app only contributes the copied files. @default false */
  readonly isOfPackage?: boolean;
  /** Replaces the position in a line of a stack with the position in the source. Returns other lines unchanged. */
  position(line: string): string;
}
