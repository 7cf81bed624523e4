// Shows the OpenAPI document of this server as a page.
"use strict";

const add = (parent, tag, text) => {
  const element = document.createElement(tag);
  element.textContent = text ?? "";
  parent.append(element);
  return element;
};

const show = (api) => {
  const main = document.getElementById("api");
  main.textContent = "";
  add(main, "p", api.info.description);
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const section = add(main, "section");
      add(add(section, "h2"), "code", `${method.toUpperCase()} ${path}`);
      add(section, "p", operation.summary ?? operation.description);
      const body = operation.requestBody?.content?.["application/json"]?.schema?.$ref;
      if (body) add(section, "p", `Body: ${body.split("/").pop()}`);
      for (const parameter of operation.parameters ?? []) {
        add(section, "p", `${parameter.in} ${parameter.name}: ${parameter.description ?? ""}`);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        add(section, "p", `${status} ${response.description}`);
      }
    }
  }
  add(main, "h2", "Schemas");
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const section = add(main, "section");
    add(section, "h3", name);
    const { description, ...rest } = schema;
    add(section, "p", description).className = "text";
    add(section, "pre", JSON.stringify(rest, null, 2));
  }
};

fetch("/api/openapi.json").then((answer) => answer.json()).then(show);
