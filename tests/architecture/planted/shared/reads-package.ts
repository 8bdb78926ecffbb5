// breaks shared-stands-alone
import pg from 'pg'

export const read = pg
