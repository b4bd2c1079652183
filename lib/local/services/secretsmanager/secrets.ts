import type { Model } from "../../model/model";
import { blocks, requireText, text } from "../../model/values";
import type { ServiceContext, ServiceResources } from "../contract/service";

/** A secret whose value is known here. */
export interface LocalSecret {
  readonly arn: string;
  readonly name: string;
  /** Undefined for a secret whose value is not in the JSON. */
  readonly value: string | undefined;
}

/** The secrets of clusters, which the service would make, and those whose values the JSON declares. */
export class LocalSecrets implements ServiceResources {
  private model: Model;

  constructor({ model }: ServiceContext) {
    this.model = model;
  }

  /** By name or ARN. */
  find(id: string): LocalSecret | undefined {
    return this.all().find(({ arn, name }) => arn === id || name === id);
  }

  private all(): readonly LocalSecret[] {
    return [...this.ofClusters(), ...this.declared()];
  }

  private ofClusters(): readonly LocalSecret[] {
    return this.model.ofType("aws_rds_cluster").flatMap(({ values }) =>
      blocks(values, "master_user_secret").map((secret) => {
        const arn = requireText(secret, "secret_arn");
        const username = text(values, "master_username") ?? "postgres";
        // The local databases ask nobody for a password.
        return { arn, name: nameOf(arn), value: JSON.stringify({ username, password: "local" }) };
      }),
    );
  }

  private declared(): readonly LocalSecret[] {
    const versions = this.model.ofType("aws_secretsmanager_secret_version");
    return this.model.ofType("aws_secretsmanager_secret").map(({ values }) => {
      const arn = requireText(values, "arn");
      const version = versions.find((each) => each.values.secret_id === arn);
      return {
        arn,
        name: requireText(values, "name"),
        value: version && text(version.values, "secret_string"),
      };
    });
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}
}

/** The name in an ARN, which ends in six random characters. */
const nameOf = (arn: string): string => (arn.split(":")[6] ?? arn).replace(/-[A-Za-z0-9]{6}$/, "");
