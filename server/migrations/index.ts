import type { Migration } from 'kysely/migration'
import * as eventLog from './0001-event-log.ts'
import * as appendBatch from './0002-append-batch.ts'
import * as identity from './0010-identity.ts'
import * as uploads from './0030-uploads.ts'

/** Every migration by its name, in the order of their numbers. A released one never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_event_log': eventLog,
  '0002_append_batch': appendBatch,
  '0010_identity': identity,
  '0030_uploads': uploads,
}
