import { form, hidden, html, type PageContent, type SentForm } from "./layout";

interface PasskeyView extends SentForm {
  readonly title: string;
  readonly kept: Readonly<Record<string, string>>;
  readonly button: string;
  /** Whether the browser creates a passkey or signs with one. */
  readonly method: "create" | "get";
  /** The options for the browser's API, as JSON. */
  readonly options: string;
}

/** The name of the field with the browser's answer. */
export const credentialField = "CREDENTIAL";

/** Browsers offer passkeys only to scripts. The page's content security policy contains its hash. */
export const passkeyScript = `
const form = document.querySelector("form");
const parse = {
  create: (options) => PublicKeyCredential.parseCreationOptionsFromJSON(options),
  get: (options) => PublicKeyCredential.parseRequestOptionsFromJSON(options),
};
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { method, options } = document.getElementById("passkey").dataset;
  try {
    const publicKey = parse[method](JSON.parse(options));
    const credential = await navigator.credentials[method]({ publicKey });
    form.elements.${credentialField}.value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    document.getElementById("passkey").textContent = "The browser gives no passkey: " + error.message;
  }
});
`;

/** A page that requests a passkey from the browser after a click. */
export function passkeyPage(view: PasskeyView): PageContent {
  const { title, action, token, problem, kept, button, method, options } = view;
  const inside = `${Object.entries({ ...kept, [credentialField]: "" })
    .map(([name, value]) => hidden(name, value))
    .join("")}
<button>${html(button)}</button>`;
  const told = `<p id="passkey" role="alert" data-method="${method}" data-options="${html(options)}"></p>`;
  const body = `${form(action, token, inside)}\n${told}\n<script>${passkeyScript}</script>`;
  return { title, problem, body };
}
