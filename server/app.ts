import { join } from 'node:path'
import { FEATURES } from '#server/features/index.ts'
import { observe } from '#server/observe.ts'
import { serveDevMail } from '#server/platform/dev-mail.ts'
import { registerFileRoutes } from '#server/platform/file-routes.ts'
import { serveHealth } from '#server/platform/health.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { serveLive } from '#server/platform/live/serve-live.ts'
import { measureRequests, serveMetrics } from '#server/platform/metrics.ts'
import type { App } from '#server/platform/mount.ts'
import { serveApiDocs } from '#server/platform/openapi.ts'
import { isBuiltIn, serveApp } from '#server/platform/static-files.ts'
import type { Services } from '#server/services.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'

/** Builds the server from its services; it listens nowhere yet. */
export async function buildApp(services: Services): Promise<App> {
  const app = createHttpServer(services.config, services)
  measureRequests(app, services.metrics)
  observe(services, FEATURES)
  // Hooks apply only to routes that are registered later.
  for (const { hooks } of FEATURES.list) hooks?.(app, services)

  registerFileRoutes(app, services)
  const sections = new Map<RouteDefinition, string>()
  for (const { name, routes } of FEATURES.list) {
    const before = app.mountedRoutes.length
    routes?.(app, services, FEATURES)
    for (const route of app.mountedRoutes.slice(before)) sections.set(route, name)
  }
  await serveLive(app, services, FEATURES.liveMessages)

  const { isProduction, mail, dataDir, servesApiDocs } = services.config
  if (!isProduction && !mail.smtpUrl) serveDevMail(app, join(dataDir, 'mail'))
  const folder = join(import.meta.dirname, '..', 'dist')
  const behind = { ...services, pool: services.backgroundPool }
  const checks = FEATURES.list.flatMap(({ name, health }) =>
    health ? [{ name, run: () => health(behind) }] : [],
  )
  serveHealth(app, { ...services, checks, isAppBuilt: isBuiltIn(folder) })
  serveMetrics(app, services.metrics, services.config)
  if (servesApiDocs) serveApiDocs(app, sections)
  serveApp(app, folder, services.rateLimits)
  await app.ready()
  return app
}
