interface Policy {
  createScriptURL(text: string): string
}

/** The one script that is ever named by text, which the policy of the page allows under this name. */
function workerPath(): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }
  const path = "/notifications.js"
  return trustedTypes?.createPolicy("notifications", { createScriptURL: () => path }).createScriptURL(path) ?? path
}

let registering: Promise<ServiceWorkerRegistration> | undefined

/** The worker that shows notifications and what was loaded before. Once for each page: the policy may be made only once. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  registering ??= navigator.serviceWorker.register(workerPath()).then(() => navigator.serviceWorker.ready)
  return registering
}
