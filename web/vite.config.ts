import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Writes a compressed copy beside each file, for the server to send to those who take it. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(html|js|css|svg)$/.test(file)) continue;
        const path = join(folder, file);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compress()],
  build: { target: "es2022", modulePreload: { polyfill: false } },
  server: {
    // The words in English are built in, and lie beside the other languages.
    fs: { allow: [".."] },
    // `npm run dev` beside `ludorum serve`.
    proxy: {
      "/api": { target: "http://127.0.0.1:7878", ws: true },
      "/locales": "http://127.0.0.1:7878",
    },
  },
  test: { include: ["src/**/*.test.ts", "tests/*.test.ts"] },
});
