import { buildApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { noLimits } from '#server/platform/rate-limits.ts'

// The whole server without rate limits, which a single load generator would reach; responses are
// not checked, as in production. Sends "listening" to the process that started it.
const config = loadConfig(process.env)
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is needed')
const services = await openServices(config, config.databaseUrl, { rateLimits: noLimits })
const app = await buildApp({ ...services, checkResponses: false })
const background = await startBackground(services)
await app.listen({ host: '127.0.0.1', port: config.port })
process.send?.('listening')
process.on('disconnect', async () => {
  await app.close()
  await background.stop()
  await services.close()
  process.exit(0)
})
