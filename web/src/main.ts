import { mount } from "svelte";

import App from "./App.svelte";
import { language } from "./i18n/language.svelte";
import { keepSettings } from "./settings.svelte";
import "./style/app.css";

const target = document.getElementById("app");
// Before anything is seen, so that nobody is dazzled.
keepSettings();
if (target) {
  // Nothing is shown before there are words for it.
  void language.start().then(() => mount(App, { target }));
}
