/**
 * Shows a password when the user asks for it, and the rules that a new one keeps. The policy of the page names it by its hash.
 *
 * The button is made here, since it does nothing without a script.
 */
export const fieldScript = `
for (const input of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reveal";
  button.setAttribute("aria-controls", input.id);
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide password" : "Show password";
  };
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  input.form.addEventListener("submit", () => show(false));
  input.after(button);
  const rules = document.querySelectorAll("#" + input.id + "-rules li");
  const check = () => {
    for (const rule of rules) rule.classList.toggle("kept", new RegExp(rule.dataset.pattern).test(input.value));
  };
  input.addEventListener("input", check);
  check();
}
`;
