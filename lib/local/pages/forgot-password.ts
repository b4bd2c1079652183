import { cognitoOperations } from "../services/cognito-idp/operations";
import { ServiceError } from "../services/contract/define-service";
import { codeSentNote } from "./code-sent";
import type { PageAnswer, PageExchange } from "./exchange";
import { isProblem, readAuthorizationRequest } from "./oauth/authorization-request";
import { refuseAuthorization } from "./oauth/authorize";
import { asClient, nameLabel, newPasswordField } from "./sign-up";
import { stepPage } from "./views/code";

/** Sends a code, and then takes it with a new password. */
export async function forgotPassword(exchange: PageExchange): Promise<PageAnswer> {
  const request = readAuthorizationRequest(exchange);
  if (isProblem(request)) return refuseAuthorization(exchange, request);
  if (!exchange.isPost) return askForName(exchange);
  const { form, pools } = exchange;
  const name = (form.get("username") ?? "").trim();
  const input = { ...asClient(request.client, name), Username: name };
  const code = form.get("code");
  try {
    if (code === null) {
      await cognitoOperations.ForgotPassword(pools, input);
      return askForPassword(exchange, name);
    }
    await cognitoOperations.ConfirmForgotPassword(pools, {
      ...input,
      ConfirmationCode: code.trim(),
      Password: form.get("password") ?? "",
    });
    return exchange.redirect(exchange.pathOf("/login"));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return code === null
      ? askForName(exchange, error.message)
      : askForPassword(exchange, name, error.message);
  }
}

function askForName(exchange: PageExchange, problem?: string): PageAnswer {
  const body = stepPage({
    title: "Forgot your password?",
    action: exchange.pathOf("/forgotPassword"),
    token: exchange.formToken,
    problem,
    fields: [
      {
        name: "username",
        label: nameLabel(exchange.pool.settings),
        autocomplete: "username",
        value: exchange.form.get("username") ?? "",
      },
    ],
    kept: {},
    button: "Send a code",
  });
  return exchange.showPage(body, problem === undefined ? 200 : 400);
}

function askForPassword(exchange: PageExchange, name: string, problem?: string): PageAnswer {
  const body = stepPage({
    title: "Choose a new password",
    action: exchange.pathOf("/forgotPassword"),
    token: exchange.formToken,
    note: codeSentNote(exchange.pool, name),
    problem,
    fields: [
      { name: "code", label: "Code", autocomplete: "one-time-code" },
      newPasswordField(exchange.pool.settings, "password", "New password"),
    ],
    kept: { username: name },
    button: "Change password",
  });
  return exchange.showPage(body, problem === undefined ? 200 : 400);
}
