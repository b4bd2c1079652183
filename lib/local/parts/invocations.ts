import { TypesWriter } from "../databases/types-writer";
import { LocalInvocations } from "../invocations/local-invocations";
import { definePart, nothing } from "./part";

export const types = definePart({
  title: "the types of the databases",
  needs: ["functions"],
  start: ({ functions }, { options: { from, bundlesFile, report } }) =>
    new TypesWriter({ from, bundlesFile, functions, report }),
  replace: nothing,
  stop: nothing,
});

export const invocations = definePart({
  title: "scripts and migrations",
  needs: ["app", "functions", "bundles", "types"],
  start: ({ app, functions, bundles, types }, { options: { from, report, dataFolder } }) => {
    const made = (name: string) => types.afterInvocation(app.model, name);
    return new LocalInvocations({ from, functions, bundles, report, dataFolder, made });
  },
  replace: nothing,
  stop: (value) => value.stop(),
});

export const scriptRuns = definePart({
  title: "scripts and migrations",
  needs: ["app", "invocations"],
  start: ({ app, invocations }, { options }) => {
    if (options.runsInvocations !== false) invocations.take(app.model);
  },
  replace: (_, { app, invocations }) => invocations.take(app.model),
  stop: nothing,
});
