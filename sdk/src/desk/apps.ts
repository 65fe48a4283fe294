import type {
  App,
  AppUser,
  ChangedApp,
  IssuedApp,
  NewApp,
  AppPage as PageSchema,
  AppUserPage as UserPageSchema,
} from "@deskhand/contract/people/app"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import { createdOf, type WriteOptions } from "../transport/writes.ts"

export type { App, AppUser, ChangedApp, IssuedApp, NewApp }
export type AppPage = Static<typeof PageSchema>
export type AppUserPage = Static<typeof UserPageSchema>

/** Programs that may ask people to sign in by OAuth 2. */
export class Apps extends List<PageFilters, AppPage, App> {
  constructor(transport: Transport) {
    super(transport, "/v2/apps")
  }

  get(id: number): Promise<App> {
    return this.transport.read(`/v2/apps/${id}`)
  }

  /** Who has given it access that still holds. */
  users(id: number): List<PageFilters, AppUserPage, AppUser> {
    return new List(this.transport, `/v2/apps/${id}/users`)
  }

  /** This answer alone shows the secret, so it is not repeated when the desk is away. */
  async create(app: NewApp): Promise<IssuedApp & { id: number }> {
    const response = await this.transport.send("POST", "/v2/apps", { json: app })
    return { id: createdOf(response).id, ...(await jsonOf<IssuedApp>(response)) }
  }

  replace(id: number, app: ChangedApp, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/apps/${id}`, app, options)
  }

  /** The secret before stops working at once. */
  async rotate(id: number): Promise<IssuedApp> {
    return jsonOf(await this.transport.send("POST", `/v2/apps/${id}/secret`))
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/apps/${id}`, options)
  }
}
