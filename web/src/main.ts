import { mount } from "svelte";

import { takeOperatorToken } from "./api/operator";
import App from "./App.svelte";
import { language } from "./i18n/language.svelte";
import { applySettings } from "./settings.svelte";
import "./style/app.css";

/** Milliseconds to wait for the translation before starting in English. */
const PATIENCE = 3000;

// Must run before any request, and before the address is shown.
takeOperatorToken();
// The token was typed into an open page, which was loaded without it.
addEventListener("hashchange", () => takeOperatorToken() && location.reload());
const target = document.getElementById("app");
// Applied before the first paint to avoid flashing the wrong theme.
applySettings();
if (target) {
  // Waits for the translation, up to a limit.
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  void Promise.race([language.start(), late]).then(() => mount(App, { target }));
}
