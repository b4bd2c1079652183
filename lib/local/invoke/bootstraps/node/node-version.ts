/** The Node version of the deployed runtime, regardless of this machine's Node; undefined for another runtime. */
export function nodeVersion(): number | undefined {
  const [, version] = /nodejs(\d+)/.exec(process.env.AWS_EXECUTION_ENV ?? "") ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Whether the deployed runtime runs handlers without a callback, `nodejs24.x` and later. */
export const isWithoutCallbacks = (): boolean => (nodeVersion() ?? 0) >= 24;
