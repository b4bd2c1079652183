import type { Service } from "../../../lib/local/services/contract/service";
import type { Conversation } from "./requests";

interface SdkClient {
  // Each command has a type of its own; a fact names any of them.
  send(command: never): Promise<object>;
  destroy(): void;
}

/** A conversation through a client of AWS, by the names of its commands. */
export function clientOf(sdk: object, client: SdkClient, { resources }: Service): Conversation {
  return {
    send: (operation, input) => {
      const Command = (sdk as Readonly<Record<string, new (input: object) => unknown>>)[
        `${operation}Command`
      ];
      if (Command === undefined) throw new Error(`There is no command for ${operation}.`);
      return client.send(new Command(input) as never);
    },
    close: async () => {
      client.destroy();
      await resources.stop?.();
    },
  };
}

clientOf.options = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
} as const;
