export function PropertiesPage() {
  return null
}
