import type { Route } from "../http/route.ts"
import { companyReportRoutes } from "./pages/company-routes.ts"
import { conversationReportRoutes } from "./pages/conversation-routes.ts"
import { productivityReportRoutes } from "./pages/productivity-routes.ts"
import { userReportRoutes } from "./pages/user-routes.ts"

export const reportRoutes: Route[] = [
  ...companyReportRoutes,
  ...conversationReportRoutes,
  ...productivityReportRoutes,
  ...userReportRoutes,
]
