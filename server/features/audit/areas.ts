import type { AuditArea } from '#server/feature.ts'
import type { Services } from '#server/services.ts'

/** What reading the audit needs. Together the areas hold every type of event. */
export interface AuditNeeds extends Pick<Services, 'pool' | 'catalog'> {
  readonly areas: readonly AuditArea[]
}

export function areaOfType(areas: readonly AuditArea[], type: string): string {
  return areas.find(({ types }) => types.includes(type))?.label ?? ''
}
