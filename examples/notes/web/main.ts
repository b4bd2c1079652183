import { notesApi } from "./api";

const { apiUrl = "", idToken } = document.documentElement.dataset;
const notes = notesApi(apiUrl, { token: idToken });

/** The element with an id. The page has it. */
const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

async function show(): Promise<void> {
  const titles = await notes.titles();
  element("notes").replaceChildren(
    ...titles.map((title) => Object.assign(document.createElement("li"), { textContent: title })),
  );
}

element("new-note").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { value } = element("title") as HTMLInputElement;
  element("problem").textContent = (await notes.add(value)) ?? "";
  await show();
});

void show();
