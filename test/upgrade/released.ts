import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { goldenApps } from "../golden/apps";
import type { Synthesized } from "../support/stack";

export type AppName = keyof typeof goldenApps;

/** The folders of former versions have the output of each golden app: the Terraform JSON by stack. */
const versions = readdirSync(__dirname).filter((name) => /^\d/.test(name));
export const cases = versions.flatMap((version) =>
  (Object.keys(goldenApps) as AppName[]).map((app) => [version, app] as const),
);

export function released(version: string, app: AppName): Readonly<Record<string, Synthesized>> {
  return JSON.parse(readFileSync(join(__dirname, version, `${app}.json`), "utf8"));
}

/** Addresses end in a hash of their path. */
export const withoutHash = (text: string): string => text.replace(/_[0-9A-F]{8}\b/g, "");
