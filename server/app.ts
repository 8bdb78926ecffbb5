import { join } from 'node:path'
import { registerFileRoutes } from '#server/platform/file-routes.ts'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { measureRequests, serveMetrics } from '#server/platform/metrics.ts'
import type { App } from '#server/platform/mount.ts'
import { serveApiDocs } from '#server/platform/openapi.ts'
import { serveApp } from '#server/platform/static-files.ts'
import type { Services } from '#server/services.ts'

/** Builds the server from its services; it listens nowhere yet. */
export async function buildApp(services: Services): Promise<App> {
  const app = createHttpServer(services.config, services.logger)
  measureRequests(app, services.metrics)

  registerFileRoutes(app, services)

  serveHealth(app, services)
  serveMetrics(app, services.metrics, services.config)
  serveApiDocs(app)
  serveApp(app, join(import.meta.dirname, '..', 'dist'), services.rateLimits)
  await app.ready()
  return app
}
