import { ControlServer } from "../control";
import { answerHistory, type HistoryCommand } from "../history/answer-query";
import type { InspectCommand } from "../inspect/commands";
import { performCommand, type UsersAnswer, type UsersCommand } from "../services/cognito-idp/commands";
import { clientVariables } from "../services/endpoint-variables";
import type { LocalServices } from "../services/local-services";
import { inspect } from "./inspect";
import { invokeByName } from "./invoke-by-name";
import { definePart, nothing } from "./part";

export const control = definePart({
  title: "the address for commands in other terminals",
  needs: ["app", "router", "functions", "services", "servers", "keys", "types", "issuers"],
  start: async (
    given,
    { options: { from, folder, endpoints, report, accessKeys, history }, clock, find },
  ) => {
    const { app, router, services, issuers } = given;
    history?.secrets.from(() => services.secretValues());
    return ControlServer.start(
      folder,
      {
        invoke: (request) => invokeByName({ ...given, clock }, request.function, request.event),
        users: (command) => usersCommand(services, command as UsersCommand),
        inspect: (command) => inspect({ parts: given, from, history, clock }, command as InspectCommand),
        history: async (command) => answerHistory(history, command as HistoryCommand),
        variables: async () => clientVariables(app.model, router.url, endpoints, accessKeys),
        published: async (path) => issuers.published(path, find("control")?.url ?? ""),
      },
      report,
    );
  },
  replace: nothing,
  stop: (value) => value.close(),
});

/** Does something with the users of the app's pools. */
export async function usersCommand(
  { userPools }: LocalServices,
  command: UsersCommand,
): Promise<UsersAnswer> {
  if (userPools === undefined) return { problem: "Another emulator has the user pools." };
  return performCommand(userPools, command);
}
