import type { Services } from '#server/services.ts'

/** A part of the platform, by which staff search the audit. */
export interface Area {
  readonly area: string
  readonly label: string
  readonly types: readonly string[]
}

/** What reading the audit needs. Together the areas hold every type of event. */
export interface AuditNeeds extends Pick<Services, 'pool' | 'catalog'> {
  readonly areas: readonly Area[]
}

export function areaOfType(areas: readonly Area[], type: string): string {
  return areas.find(({ types }) => types.includes(type))?.label ?? ''
}
