import { Pictures } from "./pictures";
import { addressIn, signIn, signOut, tokensOfUser } from "./sign-in";

const pages: Readonly<Record<string, string>> = { "/": "Welcome", "/about": "A site and its API" };

/** The element with an id. The page has it. */
const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

function show(path: string): void {
  element("page").textContent = pages[path] ?? "There is no such page";
}

async function fetchJson(
  path: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await fetch(path, { headers });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json() as Promise<Record<string, string>>;
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("nav a");
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  history.pushState({}, "", link.pathname);
  show(link.pathname);
});
window.addEventListener("popstate", () => show(location.pathname));
element("sign-in").addEventListener("click", () => void signIn());
element("sign-out").addEventListener("click", signOut);

show(location.pathname);
element("greeting").textContent = (await fetchJson("/api/greeting")).greeting ?? "";
const tokens = await tokensOfUser();
if (tokens !== undefined) {
  const { user } = await fetchJson("/api/me", { authorization: `Bearer ${tokens.access_token}` });
  element("user").textContent = `Signed in as ${addressIn(tokens)}`;
  // The API knows the user by an id.
  element("user").title = user ?? "";
  element("sign-in").hidden = true;
  element("sign-out").hidden = false;
  const pictures = await Pictures.of(tokens.id_token);
  const input = element("picture") as HTMLInputElement;
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    await pictures.upload(file);
    const image = element("uploaded") as HTMLImageElement;
    image.src = await pictures.download(file.name);
    image.alt = file.name;
    image.hidden = false;
  });
  // Shown when it can be used: a picture that is chosen before would be lost.
  element("upload").hidden = false;
}
