import { bundleTexts } from "../bundle/errors";
import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import { outOfRange, partNotFound, requiredProp, show } from "../errors/words";

/** Texts about the local server. */
export const localTexts = {
  "local-folder-missing": ({ folder }: { folder: string }) => ({
    problem: `is ${folder}, which does not exist.`,
    remedy:
      "Synthesize the app first (serverform build), or name another folder: serverform local --from <folder>.",
  }),
  "local-folder-empty": ({ folder }: { folder: string }) => ({
    problem: `is ${folder}, where there is no Terraform JSON.`,
    remedy:
      "Name the folder that holds manifest.json, or one with files that end in .tf.json. Files in Terraform's own language (.tf) are not read.",
  }),
  "local-stack-missing": ({ file }: { file: string }) => ({
    problem: `is listed in manifest.json, but ${file} does not exist.`,
    remedy: "Synthesize the app again: serverform build.",
  }),
  "local-json-malformed": ({ reason }: { reason: string }) => ({
    problem: `cannot be read as JSON: ${reason}.`,
    remedy: "Correct the file; if the app wrote it, synthesize again: serverform build.",
  }),
  "local-pool-none": (_: object) => ({
    problem: "cannot be chosen: the app creates no user pool.",
    remedy:
      "Tokens of another issuer come from that issuer. To try routes with local tokens, create a Userbase.",
  }),
  "local-several": ({
    part,
    value,
    parts,
  }: {
    part: string;
    value: string | undefined;
    parts: readonly string[];
  }) => ({
    problem: `${value === undefined ? "is missing" : `is ${show(value)}`}, and there is more than one ${part} that it can mean.`,
    remedy: `Give the name or the path of one: ${parts.join(", ")}.`,
  }),
  "local-id-token-scopes": (_: object) => ({
    problem: "is given, but identity tokens carry no scopes.",
    remedy: "Leave it out, or ask for an access token.",
  }),
  "local-port-taken": ({ port, host }: { port: number; host: string }) => ({
    problem: `is ${port}, where something else listens on ${host} already, or which this user may not use.`,
    remedy: `Stop the other one, or choose another port: serverform local --port ${port + 1000}.`,
  }),
  "local-tables-need-package": (_: object) => ({
    problem: "is in the app, and the package that serves tables on this machine is not installed.",
    remedy:
      "Install it: npm install --save-dev dynalite. Or use an emulator: --endpoint dynamodb=http://127.0.0.1:8000.",
  }),
} satisfies ErrorTexts;

const texts = {
  ...bundleTexts,
  "prop-required": requiredProp,
  "out-of-range": outOfRange,
  "part-not-found": partNotFound,
  ...localTexts,
};

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
