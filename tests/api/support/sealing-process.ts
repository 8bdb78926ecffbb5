// Seals the files of loans as a starting server does, in a process that a test can kill.

import { LOAN_FILES } from '#server/features/loans/seal-documents.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'

const config = loadConfig(process.env)
const services = await openServices(config, config.databaseUrl as string)
await services.uploads.sealing.sealSome(LOAN_FILES, null)
