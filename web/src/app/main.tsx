import "@fontsource-variable/inter/wght.css"
import "../style/tokens.css"
import "../style/base.css"
import "../style/touch.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { followPresses } from "../data/press.ts"
import { createQueryClient } from "../data/query-client.ts"
import { applyScheme } from "../data/scheme.ts"
import { hearKeys } from "../ui/keyboard/shortcuts.ts"
import { createAppRouter } from "./routes.tsx"
import { followViewport } from "./viewport.ts"

applyScheme()
hearKeys(document)
followPresses(document)
followViewport()

// The page is loaded anew, so that nothing of whoever was signed in stays behind.
const queryClient = createQueryClient(() => {
  const here = window.location.pathname + window.location.search
  window.location.assign(`/sign-in?to=${encodeURIComponent(here)}`)
})
const router = createAppRouter(queryClient)

createRoot(document.getElementById("application") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
