import { readdirSync } from "node:fs";
import { join } from "node:path";
import { identityOperations } from "../../lib/local/services/cognito-identity/operations";
import { cognitoOperations } from "../../lib/local/services/cognito-idp/operations";
import { stsOperations } from "../../lib/local/services/sts/operations";

/** Services whose operations the model of their SDK client names. */
const services = {
  "cognito-idp": { client: "client-cognito-identity-provider", title: "User pools", has: cognitoOperations },
  "cognito-identity": { client: "client-cognito-identity", title: "Identity pools", has: identityOperations },
  sts: { client: "client-sts", title: "STS", has: stsOperations },
} as const;

export type DescribedService = keyof typeof services;
export const describedServices = Object.keys(services) as readonly DescribedService[];

/** The operations of a service, as its SDK client has them. */
export function operationsOf(service: DescribedService): readonly string[] {
  const folder = join(
    __dirname,
    `../../node_modules/@aws-sdk/${services[service].client}/dist-types/commands`,
  );
  return readdirSync(folder)
    .flatMap((file) => /^(\w+)Command\.d\.ts$/.exec(file)?.[1] ?? [])
    .sort();
}

export function isEmulated(service: DescribedService, operation: string): boolean {
  return Object.hasOwn(services[service].has, operation);
}

/** The operations that the local server does not emulate, as Markdown. */
export function operationsTable(): string {
  const rows = describedServices.map((service) => {
    const all = operationsOf(service);
    const left = all.filter((name) => !isEmulated(service, name)).map((name) => `\`${name}\``);
    return `| ${services[service].title} | ${all.length - left.length} | ${left.join(", ")} |`;
  });
  return ["| Service | Emulated | Answer 501 by name |", "|---|---|---|", ...rows].join("\n");
}
