import type {
  CustomerPropertyPage as CustomerPageSchema,
  CustomerPropertyDefinition,
  NewCustomerProperty,
  NewOrganizationProperty,
  OrganizationPropertyPage as OrganizationPageSchema,
  OrganizationPropertyChange,
  OrganizationPropertyDefinition,
} from "@deskhand/contract/customers/property"
import type { Static } from "typebox"
import { List, type PageFilters, type PageLike } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type {
  CustomerPropertyDefinition,
  NewCustomerProperty,
  NewOrganizationProperty,
  OrganizationPropertyChange,
  OrganizationPropertyDefinition,
}

/** What customers or organizations can have beside their own fields. */
class Properties<Page extends PageLike<Definition>, Definition, NewDefinition> extends List<
  PageFilters,
  Page,
  Definition
> {
  protected readonly path: string

  constructor(transport: Transport, path: string) {
    super(transport, path)
    this.path = path
  }

  get(slug: string): Promise<Definition> {
    return this.transport.read(this.placeOf(slug))
  }

  create(definition: NewDefinition, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post(this.path, definition, options)
  }

  /** Its values are kept for 30 days, in which creating it anew brings them back. */
  async delete(slug: string, options: WriteOptions = {}): Promise<void> {
    await this.transport.delete(this.placeOf(slug), options)
  }

  protected placeOf(slug: string): string {
    return `${this.path}/${encodeURIComponent(slug)}`
  }
}

export class CustomerProperties extends Properties<
  Static<typeof CustomerPageSchema>,
  CustomerPropertyDefinition,
  NewCustomerProperty
> {
  constructor(transport: Transport) {
    super(transport, "/v2/customer-properties")
  }
}

export class OrganizationProperties extends Properties<
  Static<typeof OrganizationPageSchema>,
  OrganizationPropertyDefinition,
  NewOrganizationProperty
> {
  constructor(transport: Transport) {
    super(transport, "/v2/organizations/properties")
  }

  async replace(slug: string, change: OrganizationPropertyChange, options: WriteOptions = {}): Promise<void> {
    await this.transport.put(this.placeOf(slug), change, options)
  }
}
