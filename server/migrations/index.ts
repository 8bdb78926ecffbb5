import type { Migration } from 'kysely/migration'
import * as eventLog from './0001-event-log.ts'

/** Every migration by its name, in the order of their numbers. A released one never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_event_log': eventLog,
}
