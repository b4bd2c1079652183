import { accessToken, address, signIn, signOut } from "./sign-in.js";

/** The element with an id. The page has it. */
const element = (id: string) => document.getElementById(id) as HTMLElement;

async function api<Answer>(path: string, token?: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

const { greeting } = await api<{ greeting: string }>("/api/greeting");
element("greeting").textContent = greeting;
element("sign-in").addEventListener("click", () => void signIn());
element("sign-out").addEventListener("click", signOut);

const token = await accessToken();
if (token !== undefined) {
  const { user } = await api<{ user: string }>("/api/me", token);
  element("user").textContent = `Signed in as ${address()}`;
  // The API knows the user by an id.
  element("user").title = user;
  element("user").hidden = false;
  element("sign-out").hidden = false;
  element("sign-in").hidden = true;
  element("upload").hidden = false;
  element("file").addEventListener("change", async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    const { url } = await api<{ url: string }>("/api/uploads", token, { name: file.name });
    const { ok } = await fetch(url, { method: "PUT", body: file });
    element("uploaded").textContent = ok ? `${file.name} is uploaded.` : `${file.name} was not uploaded.`;
  });
}
