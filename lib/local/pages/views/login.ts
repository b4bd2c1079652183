import { field, form, html, links, type PageContent, type SentForm } from "./layout";

interface LoginView extends SentForm {
  readonly nameLabel: string;
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  readonly providers: readonly (readonly [name: string, url: string])[];
  readonly hasPasswords: boolean;
  readonly hasCodes: boolean;
  readonly hasPasskeys: boolean;
  readonly signUpUrl: string | undefined;
  readonly forgotPasswordUrl: string;
}

export function loginPage(view: LoginView): PageContent {
  const {
    action,
    token,
    nameLabel,
    name,
    problem,
    note,
    providers,
    hasPasswords,
    hasCodes,
    hasPasskeys,
    signUpUrl,
    forgotPasswordUrl,
  } = view;
  const passwords = `${field({ name: "username", label: nameLabel, autocomplete: "username", value: name })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", isRequired: !hasCodes && !hasPasskeys })}
<button name="with" value="password">Sign in</button>
${hasCodes ? `<button class="other" name="with" value="code" formnovalidate>Send me a code</button>` : ""}
${hasPasskeys ? `<button class="other" name="with" value="passkey" formnovalidate>Sign in with a passkey</button>` : ""}`;
  const others = providers
    .map(([each, url]) => `<a href="${html(url)}">Sign in with ${html(each)}</a>`)
    .join("");
  return {
    title: "Sign in",
    problem,
    note,
    body: `${hasPasswords ? form(action, token, passwords) : ""}
${others === "" ? "" : `<nav class="providers" aria-label="Other providers">${others}</nav>`}
${hasPasswords ? links([["Forgot your password?", forgotPasswordUrl], ...(signUpUrl === undefined ? [] : [["Create an account", signUpUrl] as const])]) : ""}`,
  };
}
