import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// For work on the page: `npx vite` beside a running `dicecup serve`.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { runes: true } })],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy allows no data: addresses
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
  server: { proxy: { "/api": server, "/art": server, "/ws": { target: server, ws: true } } },
});
