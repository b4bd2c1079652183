import { stopAll } from "./stage";

export * from "./stage";

const start = process.cwd();

afterEach(async () => {
  await stopAll();
  // The next test must not find itself in a folder that is gone.
  process.chdir(start);
});
