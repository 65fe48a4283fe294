import { defineConfig } from "vite"
import { compressed } from "./compressed.ts"

export default defineConfig({
  root: import.meta.dirname,
  build: {
    // Where `light-dark()` and nested CSS are known.
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: "web/index.html", message: "web/message.html", notifications: "web/src/notifications/worker.ts" },
      // A worker has one address for good.
      output: {
        entryFileNames: ({ name }) => (name === "notifications" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  plugins: [compressed()],
})
