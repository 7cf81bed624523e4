import { mount } from "svelte";

import { takeOperatorToken } from "./api/operator";
import App from "./App.svelte";
import { language } from "./i18n/language.svelte";
import { keepSettings } from "./settings.svelte";
import "./style/app.css";

/** Milliseconds a page waits for the words of its language; English is there. */
const PATIENCE = 3000;

// Before anything asks the server, or shows the address.
takeOperatorToken();
// Typed into the address of an open page: what it shows was asked for without it.
addEventListener("hashchange", () => takeOperatorToken() && location.reload());
const target = document.getElementById("app");
// Before anything is seen, so that nobody is dazzled.
keepSettings();
if (target) {
  // Nothing is shown before there are words for it, unless they do not come.
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  void Promise.race([language.start(), late]).then(() => mount(App, { target }));
}
