/** Versions of packages in new projects: those that the tests run with. */
export const versions = {
  "@aws-sdk/client-dynamodb": "^3.1162.0",
  "@aws-sdk/client-eventbridge": "^3.1169.0",
  "@aws-sdk/client-rds-data": "^3.1143.0",
  "@aws-sdk/client-s3": "^3.1169.0",
  "@aws-sdk/lib-dynamodb": "^3.1162.0",
  "@aws-sdk/s3-request-presigner": "^3.1163.0",
  "@electric-sql/pglite": "^0.5.16",
  "@jest/globals": "^30.5.2",
  "@swc/core": "^1.16.18",
  "@swc/jest": "^0.2.39",
  "@types/aws-lambda": "^8.10.164",
  "@types/node": "^20.19.43",
  expect: "^30.5.2",
  jest: "^30.5.2",
  kysely: "^0.27.6",
  "kysely-data-api": "^2.0.0",
  tsx: "^4.23.15",
  typescript: "^7.0.2",
  vite: "^7.3.8",
  vitest: "^4.1.12",
  zod: "^4.6.7",
} as const;

/** A package that a new project may need. */
export type PackageName = keyof typeof versions;

/** The packages of a CDK. */
interface Cdk {
  readonly title: string;
  /** The name of this library's package for the CDK. */
  readonly library: string;
  readonly peers: Readonly<Record<string, string>>;
}

/** The CDKs that a project can use, with the packages that the library needs there. */
export const cdks = {
  cdktf: {
    title: "CDKTF",
    library: "serverform",
    peers: {
      "@cdktf/provider-archive": "^11.0.1",
      "@cdktf/provider-aws": "^21.22.1",
      cdktf: "^0.21.0",
      constructs: "^10.4.2",
    },
  },
  cdktn: {
    title: "CDK Terrain",
    library: "serverform-cdktn",
    peers: {
      "@cdktn/provider-archive": ">=14.0.1",
      "@cdktn/provider-aws": ">=25.7.0",
      cdktn: "^0.24.0",
      constructs: ">=10.6.0 <10.8.0",
    },
  },
} as const satisfies Record<string, Cdk>;

export type CdkName = keyof typeof cdks;

/** Entries of `package.json` for some packages of the table. */
export function versionsOf(names: readonly PackageName[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, versions[name]]));
}
