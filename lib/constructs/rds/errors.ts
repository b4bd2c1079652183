import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

export const rdsTexts = {
  "rds-capacity": ({ value, allowed }: { value: unknown; allowed: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a capacity of a cluster.`,
    remedy: `Use one of: ${allowed.join(", ")}. AWS allows 256 units at most.`,
  }),
  "rds-capacity-order": ({ min, max }: { min: string; max: string }) => ({
    problem: `is ${show(min)}, above scaling.maxCapacity, which is ${show(max)}.`,
    remedy: "Raise maxCapacity, or lower minCapacity.",
  }),
  "rds-engine-version": ({
    value,
    engine,
    version,
  }: {
    value: unknown;
    engine: string;
    version: string;
  }) => ({
    problem: `is ${show(value)}, which is not a version of the engine ${show(engine)}.`,
    remedy: `Write a version that begins with ${version}, or leave it out.`,
  }),
  "rds-migrations-missing": ({ value, absolute }: { value: string; absolute: string }) => ({
    problem: `is ${show(value)}, but there is no folder ${absolute}.`,
    remedy: "Create the folder, or correct the path. It is relative to the folder of cdktf.json.",
  }),
  "rds-migration-duplicate": ({ name, files }: { name: string; files: readonly string[] }) => ({
    problem: `has several migrations of the name ${show(name)}: ${files.join(", ")}.`,
    remedy: "Rename all but one of them: a migration is known by its name without the extension.",
  }),
  "rds-migration-typescript": ({ file }: { file: string }) => ({
    problem: `contains ${file}, but migrations are not compiled.`,
    remedy: "Write migrations in JavaScript (.js, .mjs or .cjs). Put other files into a subfolder.",
  }),
  "rds-migration-syntax": ({ errors }: { errors: string }) => ({
    problem: "contains a migration that cannot be read.",
    remedy: `Correct it:\n${errors}`,
  }),
  "rds-migration-without-up": ({ file }: { file: string }) => ({
    problem: `contains ${file}, which exports no function "up".`,
    remedy:
      "Write export async function up(db) { ... }, and down(db) to undo it. Put helpers into a subfolder.",
  }),
  "rds-packages-missing": ({ packages }: { packages: readonly string[] }) => ({
    problem: `needs the packages ${packages.join(" and ")}, which are not installed.`,
    remedy: `Run: npm install --save-dev ${packages.join(" ")}`,
  }),
  "rds-name-duplicate": ({ name, other }: { name: string; other: string }) => ({
    problem: `gives the cluster the name ${show(name)}, which the cluster of ${other} has.`,
    remedy: "Choose another id: names of clusters are in lower case.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...rdsTexts };

export const fail: Fail<typeof texts> = failWith(texts);
